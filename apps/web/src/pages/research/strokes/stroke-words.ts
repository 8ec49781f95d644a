import type { ScanError } from '@stillhere/client/capture'
import type { Explanation, OwnWords } from '@stillhere/client/element'
import { CallError, ProblemError } from '@stillhere/client/http'
import { say } from '../../../words/speak.ts'
import { describeUploadFailure } from '../flow/words.ts'
import { isPseudonymUnknown } from './give-strokes.ts'

/** What the element says here in place of its own words. */
export const STROKE_WORDS: OwnWords = {
  start: say('Start'),
  capture: (number, of) => say('Round {number} of {of}', { number, of }),
  signing: say('Sending'),
  recorded: say('Thank you'),
}

/** What this page knows better about a failure than the element does; null where it knows nothing. */
export function explainStrokeFailure({ cause }: ScanError): Explanation | null {
  if (isPseudonymUnknown(cause)) return PSEUDONYM_UNKNOWN
  // A challenge that could not be had is told by the element.
  if (!(cause instanceof CallError) || cause.call !== 'uploadResearchStrokes') return null
  const { title, advice } = describeUploadFailure(cause)
  const kept = cause instanceof ProblemError && cause.status < 500 ? '' : ` ${say('Your three rounds are still here.')}`
  return { title: title.replace(/\.$/, ''), reason: '', advice: `${advice}${kept}`, next: nextAfter(cause) }
}

function nextAfter(cause: CallError): 'retry' | 'give_up' {
  if (!(cause instanceof ProblemError)) return 'retry'
  return cause.status === 429 || cause.code === 'DUPLICATE_SESSION' ? 'give_up' : 'retry'
}

const PSEUDONYM_UNKNOWN: Explanation = {
  title: say('The service no longer knows your pseudonym'),
  reason: '',
  advice: say(
    'Everything stored under it has been deleted. Try again: your three rounds are still here and will get a new one.',
  ),
  next: 'retry',
}
