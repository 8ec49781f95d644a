import { describeFailure } from '../parts/failure-words.ts'
import type { FailureWords, ProblemWords } from '../parts/problem-words.ts'
import { DeviceError, type Obstacle } from './browser.ts'

/** Words for whatever keeps a device from being told. */
export function describeDeviceFailure(error: unknown): FailureWords {
  return error instanceof DeviceError ? OBSTACLES[error.obstacle] : describeFailure(error, OWN)
}

const OBSTACLES: Readonly<Record<Obstacle, FailureWords>> = {
  unsupported: {
    title: 'This browser can’t get notices here.',
    advice: 'Use another browser or device, or rely on mail. Notices need a page that is opened with https.',
  },
  blocked: {
    title: 'Notifications are blocked for this site.',
    advice: 'Allow them in your browser’s settings for this site, then try again.',
  },
  ignored: {
    kind: 'warn',
    title: 'You haven’t decided yet.',
    advice: 'Try again, and choose Allow when your browser asks.',
  },
  unreachable: {
    title: 'Your browser couldn’t reach its push service.',
    advice: 'Check that you’re online, then try again. In private windows it often doesn’t work.',
  },
}

const OWN: ProblemWords = {
  PUSH_LIMIT_REACHED: { title: 'Ten devices get notices already.', advice: 'Remove one to add another.' },
}
