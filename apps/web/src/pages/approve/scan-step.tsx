import type { ScanError } from '@stillhere/client/capture'
import { ProblemError } from '@stillhere/client/http'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApprovalFacts } from '../../ask/ask.ts'
import { readShown } from '../../ask/signed-text.ts'
import { useFocusAfter } from '../../parts/browser.ts'
import { Button } from '../../parts/button.tsx'
import { say } from '../../words/speak.ts'
import { explainFailure } from '../scan/explain.ts'
import { ScanBox } from '../scan/scan-box.tsx'
import { useScan } from '../scan/use-scan.ts'
import { DenyButton, DenyRow, StopButton } from './deny.tsx'
import { type Approval, readScan } from './use-approval.ts'
import { WORDS } from './words.ts'

type ScanStepProps = { facts: ApprovalFacts; approval: Approval; isReady: boolean }

/**
 * Shows the Approve button, whose press starts the scan, and the Deny buttons. People without an enrollment enroll first. While `isReady`
 * is false, the Approve button is inactive.
 */
export function ScanStep({ facts, approval, isReady }: ScanStepProps) {
  const { id } = facts
  // The digest is of what this page shows: the service refuses the scan where that is not what it was asked for.
  const [shown] = useState(() => readShown(facts))
  // Only a scan is made here, and none has level 0.
  const assurance = facts.assurance === 0 ? 1 : facts.assurance
  const scan = useScan({ kind: 'approval', id, assurance, shown })
  const { state, end, purpose } = scan
  const box = useRef<HTMLDivElement>(null)
  const isAsking = state === 'idle' && purpose === 'verify'
  useFocusAfter(isAsking ? 'asking' : 'scanning')
  useEffect(() => {
    const next = readScan(end, facts, Date.now())
    if (next) approval.setPhase(next)
  }, [end])
  const approve = () => {
    // In sight before it begins: what is hidden cannot take the focus.
    if (box.current) box.current.hidden = false
    scan.start('verify')
  }
  return (
    <>
      {isAsking ? <Acts assurance={assurance} approval={approval} isReady={isReady} onApprove={approve} /> : null}
      <ScanBox
        scan={scan}
        explain={explainApproveFailure}
        intro={purpose === 'enroll' ? { title: WORDS.enrollTitle, text: WORDS.enrollText } : null}
        words={{ enrolled: WORDS.enrolled, start: WORDS.approve }}
        enrollKind={end?.kind === 'failed' && end.error.next === 'retry' ? 'quiet' : 'main'}
        box={box}
        hidden={isAsking}
      />
      {isAsking || state === 'running' ? null : <DenyRow approval={approval} />}
    </>
  )
}

type ActsProps = { assurance: 1 | 2 | 3; approval: Approval; isReady: boolean; onApprove: () => void }

const HOW = { 1: WORDS.howMotion, 2: WORDS.howLive, 3: WORDS.howKey }

function Acts({ assurance, approval, isReady, onApprove }: ActsProps) {
  return (
    <div class="stack">
      <div class="approve-acts">
        <Button busy={!isReady} onClick={onApprove}>
          {WORDS.approve}
        </Button>
        <DenyButton approval={approval} />
      </div>
      <p class="small soft">{HOW[assurance]}</p>
      <p class="small soft">{WORDS.cannotMove}</p>
      <StopButton approval={approval} />
    </div>
  )
}

/** Explains failures that only a scan for an approval has; all others are explained as for any scan. */
function explainApproveFailure(error: ScanError): ReturnType<typeof explainFailure> {
  const { cause, verification } = error
  if (cause instanceof ProblemError && cause.code === 'APPROVAL_DIGEST_WRONG') return OTHER_ACTION
  if (verification?.rejection_reason === 'assurance_not_reached') return NO_PASSKEY
  return explainFailure(error)
}

const OTHER_ACTION = {
  title: WORDS.otherActionTitle,
  reason: '',
  advice: WORDS.otherActionAdvice,
  next: 'give_up',
} as const

const NO_PASSKEY = {
  title: say('This needs a passkey of your node'),
  reason: '',
  advice: say('Nothing was approved. Reload the page; it says how to add a passkey.'),
  next: 'give_up',
} as const
