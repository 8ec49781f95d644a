import './approve.css'
import { useState } from 'preact/hooks'
import { type ApprovalFacts, Ask } from '../../ask/ask.ts'
import { EndedRequest, MissingRequest, readFacts, SignInCard } from '../../ask/request.tsx'
import { Approvers } from '../../parts/approvers.tsx'
import { canHaveSensors, useFocusAfter } from '../../parts/browser.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/card.tsx'
import { describeFailure, Failure, type FailureWords, PageWords } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useAction, useRequest } from '../../parts/request.ts'
import { formatClock, useCountdown } from '../../parts/time.tsx'
import { goTo } from '../../router.ts'
import { service } from '../../service.ts'
import { saveWaitingPage, session } from '../../session/session.ts'
import { openSignIn, signOut } from '../../sign-in/sign-in.ts'
import { formatMoment, say } from '../../words/speak.ts'
import { Decide, PhoneWay } from './decide.tsx'
import { TakeBack } from './deny.tsx'
import { type Approval, type End, type Phase, useApproval } from './use-approval.ts'
import { describeEnd, WORDS } from './words.ts'

/** Shows the approval page: which site or agent asks for which action, and how this person can approve it (press, passkey, scan or mailed code) or deny it. */
export function Page() {
  const [facts] = useState(readFacts<'approval'>)
  return (
    <PageWords.Provider value={describeApproveFailure}>
      <div class="approve-page stack">
        {facts ? <ApprovalView facts={facts} /> : <MissingRequest kind="approval" advice={WORDS.missingAdvice} />}
      </div>
    </PageWords.Provider>
  )
}

function ApprovalView({ facts }: { facts: ApprovalFacts }) {
  const approval = useApproval(facts)
  useFocusAfter(describeStep(approval.phase))
  if (approval.phase.at === 'mismatch')
    return <PageHead title={WORDS.otherActionTitle} lead={WORDS.otherActionAdvice} />
  return (
    <>
      <Ask facts={facts} say={say} until={approval.phase.at === 'ended' ? null : <Until at={facts.expires_at} />} />
      <Step facts={facts} approval={approval} />
    </>
  )
}

function Step({ facts, approval }: { facts: ApprovalFacts; approval: Approval }) {
  const { phase } = approval
  const who = session.value
  if (phase.at === 'ended') return <Ended end={phase.end} facts={facts} approval={approval} />
  if (who === null) return <SignedOut />
  if (phase.at === 'other') return <NotAsked nodeHandle={who.nodeHandle} />
  return <Decide key={who.email} facts={facts} approval={approval} />
}

function describeStep({ at, ...phase }: Phase): string {
  return 'end' in phase && phase.end.kind === 'waiting' ? phase.end.decision : at
}

function SignedOut() {
  return (
    <>
      <SignInCard title={WORDS.signInTitle} text={WORDS.signInText} />
      {canHaveSensors() ? null : <PhoneWay />}
    </>
  )
}

// The day is left out where it is today, so that the line stays one line.
function Until({ at }: { at: string }) {
  const until = new Date(at)
  const seconds = useCountdown(until.getTime())
  const isToday = until.toDateString() === new Date().toDateString()
  return (
    <>
      <time dateTime={at}>{isToday ? formatMoment(until, { timeStyle: 'short' }) : formatMoment(until)}</time>
      {seconds > 0 ? <span class="soft figures"> ({WORDS.left(formatClock(seconds))})</span> : null}
    </>
  )
}

/** Says how the approval ended. While other approvers are still asked, offers to take this person's approval back. */
function Ended({ end, facts: { id, asker }, approval }: { end: End; facts: ApprovalFacts; approval: Approval }) {
  const isRevocable = end.kind === 'waiting' && end.decision === 'granted'
  return (
    <>
      <EndedRequest words={describeEnd(end, asker)} receiptsHref="/receipts">
        {session.value ? <a href="/node?view=approvals">{WORDS.allApprovals}</a> : null}
      </EndedRequest>
      {end.kind === 'waiting' && session.value ? <OtherPeople id={id} /> : null}
      {isRevocable ? <TakeBack approval={approval} /> : null}
    </>
  )
}

/** Shows the other approvers and their decisions. */
function OtherPeople({ id }: { id: string }) {
  const { value } = useRequest((signal) => service.listApprovals({}, { signal }))
  const own = value?.approvals.find((one) => one.id === id)
  return own ? <Approvers of={own} /> : null
}

/** Tells a person that the node they are signed in as wasn't asked, and offers to sign in as another node. */
function NotAsked({ nodeHandle }: { nodeHandle: string }) {
  const { run, isBusy, error } = useAction()
  const change = async () => {
    await signOut()
    saveWaitingPage(location.pathname)
    goTo('/join?way=sign-in')
  }
  return (
    <>
      <Notice kind="warn" title={WORDS.otherTitle} live>
        {WORDS.otherText(nodeHandle)}
      </Notice>
      <p>
        <Button busy={isBusy} onClick={() => run(change)}>
          {WORDS.signInAsOther}
        </Button>
      </p>
      <Failure error={error} />
    </>
  )
}

function describeApproveFailure(error: unknown): FailureWords {
  const { name = '' } = error instanceof Error ? error : {}
  if (name === 'NotAllowedError' || name === 'AbortError') return NOT_SIGNED
  return describeFailure(error, {
    UNAUTHORIZED: SESSION_OVER,
    NODE_NOT_FOUND: SESSION_OVER,
    METHOD_TOO_WEAK: TOO_WEAK,
    PASSKEY_REFUSED: ({ detail }) => ({ title: say('That passkey didn’t work.'), advice: detail }),
  })
}

const NOT_SIGNED: FailureWords = {
  kind: 'warn',
  title: say('No passkey was used.'),
  advice: say('Nothing was approved. It was canceled, took too long, or the passkey wasn’t at hand. Try again.'),
}

const TOO_WEAK: FailureWords = {
  kind: 'warn',
  title: say('You accept stronger approvals only.'),
  advice: say('Nothing was approved. You decide under My node, Approvals, how you approve.'),
}

const SESSION_OVER: FailureWords = {
  kind: 'warn',
  title: say('This session is over.'),
  advice: say('Its token was revoked, or the node is gone. Sign in again to decide; you come back here afterwards.'),
  wayOut: { label: say('Sign in again'), go: openSignIn },
}
