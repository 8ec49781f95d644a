import './check.css'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useFocusAfter } from '../../parts/focus-after.ts'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ScanRoom } from '../../parts/scan-room.tsx'
import { type CheckFacts, readFacts } from './flow/facts.ts'
import type { Phase } from './flow/phase.ts'
import { type Check, useCheck } from './flow/use-check.ts'
import { Ask } from './view/ask.tsx'
import { Ended } from './view/ended.tsx'
import { Learns } from './view/learns.tsx'
import { NumberStep } from './view/number.tsx'
import { OtherWay } from './view/other-way.tsx'
import { Screen } from './view/screen.tsx'
import { describeSiteNumber, describeStop, SCREEN_NUMBER, WORDS } from './words.ts'

const ScanStep = lazyPart(async () => (await import('./view/scan-step.tsx')).ScanStep, ScanRoom)

/** Where a site sends people for a check: who asks, exactly what for, then the scan, here or on a phone. */
export function Page() {
  const [facts] = useState(readFacts)
  return <div class="check-page stack">{facts ? <CheckView facts={facts} /> : <Missing />}</div>
}

function Missing() {
  return <PageHead title={WORDS.missing} lead={WORDS.missingAdvice} />
}

function CheckView({ facts }: { facts: CheckFacts }) {
  const check = useCheck(facts)
  const { phase, isLost, isBusy, error } = check
  useFocusAfter(phase.at)
  const isUnderWay = 'token' in phase || phase.at === 'number'
  return (
    <>
      <Ask facts={facts} />
      {isLost ? (
        <Notice kind="warn" title={WORDS.lost} live>
          {WORDS.lostAdvice}
        </Notice>
      ) : null}
      <Step facts={facts} check={check} />
      <Failure error={error} onRetry={phase.at === 'opening' ? check.retry : undefined} />
      {'token' in phase && facts.otherWay ? (
        <OtherWay id={facts.id} token={phase.token} isDevice={phase.at === 'device'} onEnd={check.end} />
      ) : null}
      {isDeadEnd(phase) ? (
        <p>
          <ButtonLink kind="quiet" href={facts.origin}>
            {WORDS.returnNow(facts.site)}
          </ButtonLink>
        </p>
      ) : null}
      {isUnderWay ? <Learns facts={facts} /> : null}
      {isUnderWay || phase.at === 'spent' ? (
        <p class="row">
          <Button kind="quiet" busy={isBusy} onClick={check.cancel}>
            {WORDS.cancel}
          </Button>
          {phase.at === 'here' ? (
            <Button kind="quiet" onClick={() => check.change('screen')}>
              {WORDS.elsewhere}
            </Button>
          ) : null}
        </p>
      ) : null}
    </>
  )
}

/** Whether nothing goes on here, and the site did not say where to return to. */
function isDeadEnd(phase: Phase): boolean {
  if (phase.at === 'ended') return phase.end.status !== 'passed' && phase.end.returnUrl === null
  return phase.at === 'taken'
}

function Step({ facts, check }: { facts: CheckFacts; check: Check }) {
  const { phase, isBusy, join } = check
  if (phase.at === 'number') {
    const words = phase.pair === null ? describeSiteNumber(facts.site) : SCREEN_NUMBER
    return <NumberStep words={words} isWrong={phase.isWrong === true} isBusy={isBusy} onNumber={join} />
  }
  if ('token' in phase) return <HeldStep facts={facts} check={check} phase={phase} />
  if (phase.at === 'ended') return <Ended end={phase.end} site={facts.site} />
  const words = describeStop(phase)
  if (words === null) return <p class="check-status">{WORDS.opening}</p>
  return (
    <Notice kind="warn" title={words.title} live>
      {words.advice}
    </Notice>
  )
}

type HeldProps = { facts: CheckFacts; check: Check; phase: Extract<Phase, { token: string }> }

/** For a page that has the check. */
function HeldStep({ facts, check: { told, end, change }, phase: { at, token } }: HeldProps) {
  if (at === 'screen') return <Screen id={facts.id} token={token} told={told} onHere={() => change('here')} />
  return <ScanStep facts={facts} token={token} isDevice={at === 'device'} onEnd={end} />
}
