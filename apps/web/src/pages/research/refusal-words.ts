import { ScanError } from '@stillhere/client/capture'
import { ProblemError } from '@stillhere/client/http'
import { type FailureWords, failureWords, waitWords } from '../../parts/failure-words.ts'

/** Why a session did not arrive. */
export function uploadWords(error: unknown): FailureWords {
  if (!(error instanceof ProblemError)) return failureWords(error)
  if (error.code === 'DUPLICATE_SESSION') {
    return {
      title: 'This session is stored already.',
      advice: 'It is counted once. Its delete code was shown when it first arrived and cannot be shown again.',
    }
  }
  if (error.status === 429) {
    return {
      title: 'Enough for today from this network.',
      advice: `Five sessions in 24 hours are taken from one network address. ${waitWords(error.retryAfterMs)}`,
    }
  }
  if (error.status === 413) return { title: 'This session is too large.', advice: 'Record it again.' }
  return failureWords(error)
}

/** Why nothing was deleted. */
export function deletionWords(error: unknown): FailureWords {
  if (!(error instanceof ProblemError) || error.code !== 'NOT_FOUND') return failureWords(error)
  return {
    title: 'Nothing is stored under this code.',
    advice: 'Either it has been deleted already, or a sign of the code is wrong. Paste the whole line once more.',
  }
}

/** Why there is no camera, or no more. */
export function cameraWords(error: unknown): FailureWords {
  if (!(error instanceof ScanError)) {
    return { title: 'A part of this page did not arrive.', advice: 'Look whether you are online, then try again.' }
  }
  // The client's advice ends with scanning without a camera, which is no way to do this.
  const advice = error.advice.replace(/,? or scan without the camera/, '')
  return { title: `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`, advice }
}
