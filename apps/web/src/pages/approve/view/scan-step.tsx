import '@stillhere/client/jsx/preact'
import '../../../parts/scan-element.css'
import { computePayloadDigest } from '@stillhere/client/receipt'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { useFocusAfter } from '../../../parts/focus-after.ts'
import { type Scan, useScan } from '../../scan/flow/use-scan.ts'
import { ScanOutcome } from '../../scan/view/scan-outcome.tsx'
import { explainApproveFailure } from '../flow/explain.ts'
import type { ApprovalFacts } from '../flow/facts.ts'
import { readScan } from '../flow/phase.ts'
import type { Approval } from '../flow/use-approval.ts'
import { WORDS } from '../words.ts'
import { DenyButton, DenyRow, StopButton } from './deny.tsx'
import { goSignIn } from './sign-in.tsx'

type ScanStepProps = { facts: ApprovalFacts; approval: Approval; isReady: boolean }

/** Approve, which begins the scan in the same tap, and Deny. Whoever is not enrolled is first. */
export function ScanStep({ facts, approval, isReady }: ScanStepProps) {
  const { id, action, assurance } = facts
  // Of what this page shows: the service refuses the scan where that is not what it was asked for.
  const [digest] = useState(() => computePayloadDigest(action))
  const scan = useScan({ kind: 'approval', id, digest, assurance })
  const { element, state, end, purpose, listeners } = scan
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
      <div ref={box} class={`scan-page scan-${state}`} hidden={isAsking}>
        <stillhere-scan ref={element} explain={explainApproveFailure} {...listeners}>
          <Intro purpose={purpose} />
          {end ? (
            <ScanOutcome
              scan={scan}
              explain={explainApproveFailure}
              words={{ ...WORDS, start: WORDS.approve }}
              onSignIn={goSignIn}
              enrollKind={isRetried(end) ? 'quiet' : 'main'}
            />
          ) : null}
        </stillhere-scan>
      </div>
      {isAsking || state === 'running' ? null : <DenyRow approval={approval} />}
    </>
  )
}

type ActsProps = { assurance: number; approval: Approval; isReady: boolean; onApprove: () => void }

function Acts({ assurance, approval, isReady, onApprove }: ActsProps) {
  return (
    <div class="stack">
      <div class="approve-acts">
        <Button busy={!isReady} onClick={onApprove}>
          {WORDS.approve}
        </Button>
        <DenyButton approval={approval} />
      </div>
      <p class="small soft">{assurance > 1 ? WORDS.howLive : WORDS.howMotion}</p>
      <p class="small soft">{WORDS.cannotMove}</p>
      <StopButton approval={approval} />
    </div>
  )
}

function Intro({ purpose }: Pick<Scan, 'purpose'>) {
  if (purpose !== 'enroll') return null
  return (
    <div slot="intro" class="stack">
      <h2>{WORDS.enrollTitle}</h2>
      <p>{WORDS.enrollText}</p>
    </div>
  )
}

function isRetried(end: Scan['end']): boolean {
  return end?.kind === 'failed' && end.error.next === 'retry'
}
