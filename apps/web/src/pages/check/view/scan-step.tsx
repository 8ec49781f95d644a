import '@stillhere/client/jsx/preact'
import '../../../parts/scan-element.css'
import { useEffect } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { goTo } from '../../../router.ts'
import { session } from '../../../session/session.ts'
import { keepWaitingPage } from '../../../session/waiting-page.ts'
import { signInAgain } from '../../../sign-in/leave.ts'
import { type Scan, useScan } from '../../scan/flow/use-scan.ts'
import { ScanOutcome } from '../../scan/view/scan-outcome.tsx'
import { explainCheckFailure } from '../flow/explain.ts'
import type { CheckFacts } from '../flow/facts.ts'
import type { End } from '../flow/phase.ts'
import { WORDS } from '../words.ts'

type ScanStepProps = { facts: CheckFacts; token: string; isDevice: boolean; onEnd: (end: End) => void }

/** The scan for a check; level 2 and above are for nodes. */
export function ScanStep(props: ScanStepProps) {
  const { assurance, site } = props.facts
  return assurance > 1 && session.value === null ? <SignInFirst site={site} /> : <CheckScan {...props} />
}

function SignInFirst({ site }: { site: string }) {
  const signIn = () => {
    keepWaitingPage(location.pathname)
    goTo('/join?way=sign-in')
  }
  return (
    <Card title={WORDS.signInTitle}>
      <p>{WORDS.signInAdvice(site)}</p>
      <p>
        <Button onClick={signIn}>{WORDS.signIn}</Button>
      </p>
    </Card>
  )
}

function CheckScan({ facts: { id, assurance }, token, isDevice, onEnd }: ScanStepProps) {
  const scan = useScan({ kind: 'check', id, token, assurance })
  const { element, state, end, listeners } = scan
  useEffect(() => {
    const settled = readSettled(end, isDevice)
    if (settled) onEnd(settled)
  }, [end])
  return (
    <div class={`scan-page scan-${state}`}>
      <stillhere-scan ref={element} explain={explainCheckFailure} {...listeners}>
        <Intro purpose={scan.purpose} />
        {end ? (
          <ScanOutcome
            scan={scan}
            explain={explainCheckFailure}
            words={{ ...WORDS, start: WORDS.scanStart }}
            onSignIn={goSignIn}
            enrollKind="quiet"
          />
        ) : null}
      </stillhere-scan>
    </div>
  )
}

/** The end of the check, where this scan was it: it passed, or was refused once too often. */
function readSettled(end: Scan['end'], isDevice: boolean): End | null {
  const verification =
    end?.kind === 'scanned' ? end.result.verification : end?.kind === 'failed' && end.error.verification
  const check = verification ? verification.check : undefined
  if (!check || (check.status !== 'passed' && check.status !== 'failed')) return null
  const reason = check.status === 'failed' ? 'too_many_refusals' : null
  return { status: check.status, reason, returnUrl: check.return_url, isDevice }
}

function Intro({ purpose }: Pick<Scan, 'purpose'>) {
  const isEnrolling = purpose === 'enroll'
  return (
    <div slot="intro" class="stack">
      <h2>{isEnrolling ? WORDS.enrollTitle : WORDS.scanTitle}</h2>
      <p>{isEnrolling ? WORDS.enrollText : WORDS.scanText}</p>
    </div>
  )
}

function goSignIn(): void {
  keepWaitingPage(location.pathname)
  signInAgain()
}
