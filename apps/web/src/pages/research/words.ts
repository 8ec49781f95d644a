import { ScanError } from '@stillhere/client/capture'
import type { OutputOf } from '@stillhere/client/http'
import { describeFailure, type FailureWords, formatWait, type ProblemWords } from '../../parts/failure.tsx'
import { say, sayCount } from '../../words/speak.ts'

/** Describes to the person why an upload to research failed, and what to do. */
export function describeUploadFailure(error: unknown): FailureWords {
  return describeFailure(error, OF_UPLOAD)
}

const OF_UPLOAD: ProblemWords = {
  TOO_MANY_REQUESTS: ({ retryAfterMs }) => ({
    title: say('That’s enough for today from this network.'),
    advice: `${say('We accept five sessions in 24 hours from one IP address.')} ${formatWait(retryAfterMs)}`,
  }),
  CHALLENGE_REFUSED: ({ detail }) => ({
    title: say('These rounds weren’t accepted.'),
    advice: `${detail} ${say('Please record them again.')}`,
  }),
  PAYLOAD_TOO_LARGE: { title: say('This session is too large.'), advice: say('Record it again.') },
}

/** Describes to the person why a session couldn't be deleted, and what to do. */
export function describeDeletionFailure(error: unknown): FailureWords {
  return describeFailure(error, OF_DELETION)
}

const OF_DELETION: ProblemWords = {
  NOT_FOUND: {
    title: say('Nothing is stored under this code.'),
    advice: say('It may already be deleted, or the code has a typo. Paste the whole line again.'),
  },
}

/** Describes to the person why the camera didn't start or stopped, and what to do. */
export function describeCameraFailure(error: unknown): FailureWords {
  if (!(error instanceof ScanError)) {
    return {
      title: say('Part of this page didn’t load.'),
      advice: say('Check your connection and try again.'),
    }
  }
  const own = CAMERA_WORDS[error.message]
  if (own !== undefined) return own
  // The client suggests scanning without a camera, which isn't possible here.
  const advice = error.advice.replace(/,? or scan without the camera/, '')
  return { title: `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`, advice }
}

// By the client's error message.
const CAMERA_WORDS: Readonly<Record<string, FailureWords>> = {
  'there is no camera': {
    title: say('We couldn’t find a camera.'),
    advice: say('Connect a camera and start again.'),
  },
  'the camera was not allowed': {
    title: say('Camera access is blocked.'),
    advice: say('Allow the camera for this site in your browser’s settings.'),
  },
  'the camera gives no picture': {
    title: say('The camera isn’t sending a picture.'),
    advice: say('Close other apps that use the camera and start again.'),
  },
  'the camera was switched off': {
    title: say('The camera was turned off.'),
    advice: say('Leave the camera on and keep this page in front, then start again.'),
  },
  'this page cannot see any camera': {
    title: say('This page can’t use a camera.'),
    advice: say('Open it over https in a current browser.'),
  },
  'the model of the body could not be loaded': {
    title: say('The body model couldn’t be loaded.'),
    advice: say('Check your connection and try again.'),
  },
}

type StrokeStats = OutputOf<'getResearchStats'>['strokes']

/** Describes how many sessions a calibration still needs, or that there are enough. */
export function describeNeededSessions(needed: number): string {
  if (needed === 0) return say('That’s enough for a calibration. More sessions make it better.')
  return sayCount(
    needed,
    'One more session, and the service can be calibrated with real people’s motion.',
    '{count} more sessions, and the service can be calibrated with real people’s motion.',
  )
}

/** Describes how many people gave strokes, and how many gave more on another day. Returns an empty string if no one has given any. */
export function describePeople({
  people,
  people_on_other_days: returned,
}: Pick<StrokeStats, 'people' | 'people_on_other_days'>): string {
  if (people === 0) return ''
  const who = sayCount(people, 'One person so far', '{count} people so far')
  return returned === 0
    ? say('{people}; no one has come back on another day yet.', { people: who })
    : sayCount(returned, '{people}; one came back on another day.', '{people}; {count} came back on another day.', {
        people: who,
      })
}
