import './approve.css'
import { useState } from 'preact/hooks'
import { describeFailure } from '../../parts/failure-words.ts'
import { PageWords } from '../../parts/failure.tsx'
import { useFocusAfter } from '../../parts/focus-after.ts'
import { PageHead } from '../../parts/page-head.tsx'
import type { FailureWords } from '../../parts/problem-words.ts'
import { mayHaveSensors } from '../../parts/sensors.ts'
import { session } from '../../session/session.ts'
import { say } from '../../words/speak.ts'
import { type ApprovalFacts, readFacts } from './flow/facts.ts'
import { type Approval, useApproval } from './flow/use-approval.ts'
import { Ask } from './view/ask.tsx'
import { Decide, PhoneWay } from './view/decide.tsx'
import { Ended } from './view/ended.tsx'
import { goSignIn, NotAsked, SignInFirst } from './view/sign-in.tsx'
import { WORDS } from './words.ts'

/** Where a person approves or denies what a site or an agent asks for: who asks, exactly what for, then one tap or one scan. */
export function Page() {
  const [facts] = useState(readFacts)
  return (
    <PageWords.Provider value={describeApproveFailure}>
      <div class="approve-page stack">{facts ? <ApprovalView facts={facts} /> : <Missing />}</div>
    </PageWords.Provider>
  )
}

function Missing() {
  return <PageHead title={WORDS.missing} lead={WORDS.missingAdvice} />
}

function ApprovalView({ facts }: { facts: ApprovalFacts }) {
  const approval = useApproval(facts)
  useFocusAfter(approval.phase.at)
  return (
    <>
      <Ask facts={facts} isOpen={approval.phase.at !== 'ended'} />
      <Step facts={facts} approval={approval} />
    </>
  )
}

function Step({ facts, approval }: { facts: ApprovalFacts; approval: Approval }) {
  const { phase } = approval
  const who = session.value
  if (phase.at === 'ended') return <Ended end={phase.end} facts={facts} />
  if (who === null) return <SignedOut />
  if (phase.at === 'other') return <NotAsked nodeHandle={who.nodeHandle} />
  return <Decide key={who.email} facts={facts} approval={approval} />
}

function SignedOut() {
  return (
    <>
      <SignInFirst />
      {mayHaveSensors() ? null : <PhoneWay />}
    </>
  )
}

function describeApproveFailure(error: unknown): FailureWords {
  return describeFailure(error, { UNAUTHORIZED: SESSION_OVER, NODE_NOT_FOUND: SESSION_OVER })
}

const SESSION_OVER: FailureWords = {
  kind: 'warn',
  title: say('This session is over.'),
  advice: say('Its token was revoked, or the node is gone. Sign in again to decide; you come back here afterwards.'),
  wayOut: { label: say('Sign in again'), go: goSignIn },
}
