import './check.css'
import { describeLevel } from '@stillhere/client/receipt/view'
import { useEffect, useState } from 'preact/hooks'
import { Ask, type CheckFacts, describeStatus } from '../../ask/ask.ts'
import { EndedRequest, MissingRequest, OtherWay, readFacts } from '../../ask/request.tsx'
import { useFocusAfter } from '../../parts/browser.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { Notice } from '../../parts/notice.tsx'
import { ScanRoom } from '../../parts/skeleton.tsx'
import { VOICE } from '../../receipts/voice.ts'
import { service } from '../../service.ts'
import { findEnrollment, deleteGuestEnrollment } from '../../session/enrollment-store.ts'
import { session } from '../../session/session.ts'
import { sayRich } from '../../words/rich.tsx'
import { say } from '../../words/speak.ts'
import { NumberStep, Screen } from './other-device.tsx'
import { type Check, type End, type Phase, useCheck } from './use-check.ts'
import { describeEnd, describeSiteNumber, describeStop, SCREEN_NUMBER, WORDS } from './words.ts'

const ScanStep = lazyPart(async () => (await import('./scan-step.tsx')).ScanStep, ScanRoom)
const Remember = lazyPart(async () => (await import('./remember.tsx')).Remember)

/** Shows the page to which a site sends people for a check: which site asks, for which action, and the scan, on this device or on a phone. */
export function Page() {
  const [facts] = useState(readFacts<'check'>)
  return (
    <div class="check-page stack">
      {facts ? <CheckView facts={facts} /> : <MissingRequest kind="check" advice={WORDS.missingAdvice} />}
    </div>
  )
}

function CheckView({ facts }: { facts: CheckFacts }) {
  const check = useCheck(facts)
  const { phase, isLost, isBusy, error } = check
  useFocusAfter(phase.at)
  const isUnderWay = 'token' in phase || phase.at === 'number'
  return (
    <>
      <Ask facts={facts} say={say} />
      {isLost ? (
        <Notice kind="warn" title={WORDS.lost} live>
          {WORDS.lostAdvice}
        </Notice>
      ) : null}
      <Step facts={facts} check={check} />
      <Failure error={error} onRetry={phase.at === 'opening' ? check.retry : undefined} />
      {'token' in phase && facts.otherWay ? (
        <OtherWay
          words={OTHER_WAY}
          isAddressAsked
          onCode={(otp, email) => confirm({ facts, check, phase }, otp, email)}
        />
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

/** Returns true if the check has ended and the site gave no address to return to. */
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
  if (phase.at === 'ended') return <Ended end={phase.end} facts={facts} />
  const words = describeStop(phase)
  if (words === null) return <p class="check-status">{describeStatus(facts, say)}</p>
  return (
    <Notice kind="warn" title={words.title} live>
      {words.advice}
    </Notice>
  )
}

type HeldProps = { facts: CheckFacts; check: Check; phase: Extract<Phase, { token: string }> }

/** Shows the current step of a page that holds the check's token: the QR code for a phone, or the scan. */
function HeldStep({ facts, check: { told, end, change }, phase: { at, token } }: HeldProps) {
  if (at === 'screen') return <Screen id={facts.id} token={token} told={told} onHere={() => change('here')} />
  return <ScanStep facts={facts} token={token} isDevice={at === 'device'} onEnd={end} />
}

const OTHER_WAY = { text: WORDS.otherWayText, again: WORDS.mailAgain, confirm: WORDS.confirmByCode }

/** Confirms the check by a mailed code. Throws if the code is refused, so that another one can be tried. */
async function confirm({ facts: { id }, check, phase }: HeldProps, otp: string, email: string): Promise<void> {
  const { return_url: returnUrl } = await service.confirmCheck({ id, email, otp, check_token: phase.token })
  check.end({ status: 'passed', reason: null, returnUrl, isDevice: phase.at === 'device' })
}

// Long enough to read what happened; what went wrong, and an offer, take longer.
const READ_MS = { good: 1500, bad: 5000 }

/** Says how the check ended and where the receipt is. Returns to the site after a moment if the site gave an address, unless the person stays to enroll. */
function Ended({ end, facts: { site, action } }: { end: End; facts: CheckFacts }) {
  const [isStaying, setStaying] = useState(false)
  const { returnUrl, isFirstVisit = false } = end
  const isConfirmed = end.status === 'passed'
  const words = describeEnd(end, site)
  const title = isConfirmed
    ? sayRich('Confirmed: <action>{action}</action>', { action: (text) => <bdi>{text}</bdi> }, { action })
    : words.title
  const isOffering = isConfirmed && isFirstVisit
  useEffect(() => {
    if (returnUrl === null || isStaying) return undefined
    // Replaced, not left: a check that is over is no page to come back to.
    const readMs = words.kind === 'warn' || isOffering ? READ_MS.bad : READ_MS.good
    const timer = setTimeout(() => location.replace(returnUrl), readMs)
    return () => clearTimeout(timer)
  }, [returnUrl, isStaying])
  return (
    <>
      <EndedRequest words={{ ...words, title }} receiptsHref="/receipts">
        {returnUrl === null ? null : <ButtonLink href={returnUrl}>{WORDS.returnNow(site)}</ButtonLink>}
      </EndedRequest>
      {isOffering ? <Remember site={site} onStay={() => setStaying(true)} /> : null}
    </>
  )
}

/** Explains what the site will learn, before anything is shared. */
function Learns({ facts: { site, assurance, takesFirstVisit } }: { facts: CheckFacts }) {
  const isFirstVisit = takesFirstVisit && findEnrollment(session.value?.nodeHandle ?? null, Date.now()) === null
  return (
    <details class="small check-learns">
      <summary>{WORDS.learns}</summary>
      <p>{isFirstVisit ? WORDS.learnsOnce(site) : WORDS.learnsName(site)}</p>
      <p>{describeLevel(assurance, VOICE)}</p>
      <Forget />
    </details>
  )
}

/** Lets a person who enrolled without a node delete that enrollment. Nodes do so on the Scan page. */
function Forget() {
  if (session.value !== null || findEnrollment(null, Date.now()) === null) return null
  return (
    <>
      <p>{WORDS.kept}</p>
      <p>
        <Button kind="quiet" onClick={deleteGuestEnrollment}>
          {WORDS.forget}
        </Button>
      </p>
    </>
  )
}
