import type { ScanError } from '@stillhere/client/capture'
import { ProblemError } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import type { CheckFacts } from '../../ask/ask.ts'
import { SignInCard } from '../../ask/request.tsx'
import { readShown } from '../../ask/signed-text.ts'
import { session } from '../../session/session.ts'
import { say } from '../../words/speak.ts'
import { explainFailure } from '../scan/explain.ts'
import { ScanBox } from '../scan/scan-box.tsx'
import { type Scan, useScan } from '../scan/use-scan.ts'
import type { End } from './use-check.ts'
import { WORDS } from './words.ts'

type ScanStepProps = { facts: CheckFacts; token: string; isDevice: boolean; onEnd: (end: End) => void }

/** Shows the scan for a check, or asks to sign in if the check needs level 2 or higher. Calls `onEnd` when a scan ends the check: it passed, or too many scans were refused. */
export function ScanStep(props: ScanStepProps) {
  const { assurance, site } = props.facts
  return assurance > 1 && session.value === null ? (
    <SignInCard title={WORDS.signInTitle} text={WORDS.signInAdvice(site)} />
  ) : (
    <CheckScan {...props} />
  )
}

function CheckScan({ facts, token, isDevice, onEnd }: ScanStepProps) {
  const { id, assurance, takesFirstVisit } = facts
  const [shown] = useState(() => readShown(facts))
  const scan = useScan({ kind: 'check', id, token, assurance, takesFirstVisit, shown })
  const { end, purpose, isFirstVisit } = scan
  useEffect(() => {
    const settled = readSettled(end, isDevice)
    if (settled) onEnd({ ...settled, isFirstVisit })
  }, [end])
  const intro =
    purpose === 'enroll'
      ? { title: WORDS.enrollTitle, text: WORDS.enrollText }
      : { title: WORDS.scanTitle, text: WORDS.scanText }
  const words = { enrolled: WORDS.enrolled, start: WORDS.scanStart }
  const explain = (error: ScanError) => explainCheckFailure(error, { assurance, isFirstVisit })
  return (
    <ScanBox
      scan={scan}
      explain={explain}
      intro={intro}
      about={<About facts={facts} />}
      words={words}
      enrollKind="quiet"
    />
  )
}

/** Shows the purpose and the audience of the scan while the person moves. */
function About({ facts: { site, action } }: Pick<ScanStepProps, 'facts'>) {
  return (
    <>
      <bdi>{site}</bdi>:{' '}
      <strong>
        <bdi>{action}</bdi>
      </strong>
    </>
  )
}

/** Returns the end of the check if this scan ended it (it passed, or too many scans were refused), or else null. */
function readSettled(end: Scan['end'], isDevice: boolean): End | null {
  const verification =
    end?.kind === 'scanned' ? end.result.verification : end?.kind === 'failed' && end.error.verification
  const check = verification ? verification.check : undefined
  if (!check || (check.status !== 'passed' && check.status !== 'failed')) return null
  const reason = check.status === 'failed' ? 'too_many_refusals' : null
  return { status: check.status, reason, returnUrl: check.return_url, isDevice }
}

/** Explains failures that only a scan for a check has; all others are explained as for any scan. */
function explainCheckFailure(
  error: ScanError,
  { assurance, isFirstVisit }: { assurance: number; isFirstVisit: boolean },
): ReturnType<typeof explainFailure> {
  const { cause, verification } = error
  const code = cause instanceof ProblemError ? cause.code : null
  if (code === 'CHECK_TAKEN') return { title: WORDS.takenTitle, reason: '', advice: WORDS.takenAdvice, next: 'give_up' }
  if (code === 'CHECK_ENDED') return { title: ENDED, reason: '', advice: '', next: 'give_up' }
  if (verification?.rejection_reason === 'assurance_not_reached')
    return { reason: '', advice: assurance === 3 ? NEEDS_KEY : NEEDS_PASSKEY, next: 'give_up' }
  const explained = explainFailure(error)
  // No one is enrolled who could enroll again.
  return isFirstVisit && explained?.help === 'enroll' ? { reason: '' } : explained
}

const ENDED = say('This check has ended')
const NEEDS_PASSKEY = say(
  'The site asks for a passkey of your node. Add one under My node, then start again at the site.',
)
const NEEDS_KEY = say(
  'The site asks for a security key that this service accepts. Add one under My node, then start again at the site.',
)
