import type { ScanError } from '@stillhere/client/capture'
import { ProblemError } from '@stillhere/client/http'
import { say } from '../../../words/speak.ts'
import { explainFailure } from '../../scan/flow/explain.ts'

/** What is known of a failed scan for an approval; the rest is as for any scan. */
export function explainApproveFailure(error: ScanError): ReturnType<typeof explainFailure> {
  const { cause, verification } = error
  if (cause instanceof ProblemError && cause.code === 'APPROVAL_DIGEST_WRONG') return OTHER_ACTION
  if (verification?.rejection_reason === 'assurance_not_reached') return NO_PASSKEY
  return explainFailure(error)
}

const OTHER_ACTION = {
  title: say('This page doesn’t show what you were asked for'),
  reason: '',
  advice: say('Nothing was approved. Reload the page and read it again.'),
  next: 'give_up',
} as const

const NO_PASSKEY = {
  title: say('This needs a passkey of your node'),
  reason: '',
  advice: say('Nothing was approved. Reload the page; it says how to add a passkey.'),
  next: 'give_up',
} as const
