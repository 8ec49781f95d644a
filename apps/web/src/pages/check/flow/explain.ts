import type { ScanError } from '@stillhere/client/capture'
import { ProblemError } from '@stillhere/client/http'
import { say } from '../../../words/speak.ts'
import { explainFailure } from '../../scan/flow/explain.ts'
import { WORDS } from '../words.ts'

/** What is known of a failed scan for a check; the rest is as for any scan. */
export function explainCheckFailure(error: ScanError): ReturnType<typeof explainFailure> {
  const { cause, verification } = error
  const code = cause instanceof ProblemError ? cause.code : null
  if (code === 'CHECK_TAKEN') return { title: WORDS.takenTitle, reason: '', advice: WORDS.takenAdvice, next: 'give_up' }
  if (code === 'CHECK_ENDED') return { title: ENDED, reason: '', advice: '', next: 'give_up' }
  if (verification?.rejection_reason === 'assurance_not_reached')
    return { reason: '', advice: NEEDS_PASSKEY, next: 'give_up' }
  return explainFailure(error)
}

const ENDED = say('This check has ended')
const NEEDS_PASSKEY = say(
  'The site asks for a passkey of your node. Add one under My node, then start again at the site.',
)
