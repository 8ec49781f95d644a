import { ScanError } from '@stillhere/client/capture'
import { describeFailure, formatWait } from '../../../parts/failure-words.ts'
import type { FailureWords, ProblemWords } from '../../../parts/problem-words.ts'

/** Why a session did not arrive. */
export function describeUploadFailure(error: unknown): FailureWords {
  return describeFailure(error, OF_UPLOAD)
}

const OF_UPLOAD: ProblemWords = {
  TOO_MANY_REQUESTS: ({ retryAfterMs }) => ({
    title: 'Enough for today from this network.',
    advice: `Five sessions in 24 hours are taken from one network address. ${formatWait(retryAfterMs)}`,
  }),
  CHALLENGE_REFUSED: ({ detail }) => ({
    title: 'These rounds were not taken.',
    advice: `${detail} Make them once more.`,
  }),
  PAYLOAD_TOO_LARGE: { title: 'This session is too large.', advice: 'Record it again.' },
}

/** Why nothing was deleted. */
export function describeDeletionFailure(error: unknown): FailureWords {
  return describeFailure(error, OF_DELETION)
}

const OF_DELETION: ProblemWords = {
  NOT_FOUND: {
    title: 'Nothing is stored under this code.',
    advice: 'Either it has been deleted already, or a sign of the code is wrong. Paste the whole line once more.',
  },
}

/** Why there is no camera, or no more. */
export function describeCameraFailure(error: unknown): FailureWords {
  if (!(error instanceof ScanError)) {
    return { title: 'A part of this page did not arrive.', advice: 'Look whether you are online, then try again.' }
  }
  // The client's advice ends with scanning without a camera, which is no way to do this.
  const advice = error.advice.replace(/,? or scan without the camera/, '')
  return { title: `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`, advice }
}
