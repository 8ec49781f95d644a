import { describeFailure } from '../parts/failure-words.ts'
import type { FailureWords, ProblemWords } from '../parts/problem-words.ts'
import { say } from '../words/speak.ts'
import { DeviceError, type Obstacle } from './browser.ts'

/** Words for the reason why a device gets no notices, some of them of the page (`own`). */
export function describeDeviceFailure(error: unknown, own: ProblemWords = {}): FailureWords {
  return error instanceof DeviceError ? OBSTACLES[error.obstacle] : describeFailure(error, { ...OWN, ...own })
}

const OBSTACLES: Readonly<Record<Obstacle, FailureWords>> = {
  unsupported: {
    title: say('This browser can’t get notices here.'),
    advice: say('Use another browser or device, or rely on email. Notices need a page opened over https.'),
  },
  blocked: {
    title: say('Notifications are blocked for this site.'),
    advice: say('Allow them in your browser’s settings for this site, then try again.'),
  },
  ignored: {
    kind: 'warn',
    title: say('You haven’t decided yet.'),
    advice: say('Try again, and choose Allow when your browser asks.'),
  },
  unreachable: {
    title: say('Your browser couldn’t reach its push service.'),
    advice: say('Check your connection and try again. In private windows it often doesn’t work.'),
  },
}

const OWN: ProblemWords = {
  PUSH_LIMIT_REACHED: { title: say('Ten devices already get notices.'), advice: say('Remove one to add another.') },
}
