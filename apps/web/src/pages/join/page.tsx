import './join.css'
import { useState } from 'preact/hooks'
import { useIsShown } from '../../parts/action.ts'
import { useFocusAfter } from '../../parts/focus-after.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Steps } from '../../parts/steps.tsx'
import { goTo, place, replaceAddress } from '../../router.ts'
import { session } from '../../session/session.ts'
import { takeWaitingPage } from '../../session/waiting-page.ts'
import { say } from '../../words/speak.ts'
import { tidyInvite } from './flow/input-text.ts'
import { keepPending, readPending, type Pending } from './flow/pending.ts'
import { STEPS, type JoinStep, findStepIndex } from './flow/step.ts'
import { CodeStep } from './view/code-step.tsx'
import { LinkStep } from './view/link-step.tsx'
import { SignedIn } from './view/signed-in.tsx'
import { Start } from './view/start.tsx'
import { Welcome } from './view/welcome.tsx'

const LEAD = say('New here? You need an invite. Already a member? Just enter your email.')

/** From an invite to a node, or back to one's own: by a code in a mail, or by a wallet. */
export function Page() {
  const [step, setStep] = useState<JoinStep>(findFirstStep)
  const isShown = useIsShown()
  const goOn = (next: JoinStep) => {
    keepPending(next.name === 'code' ? next.pending : null)
    // What stood after the # is spent or of no use.
    if (step.name === 'link') replaceAddress('/join?way=sign-in')
    // Whoever comes back has nothing to be shown here.
    if (next.name !== 'back') setStep(next)
    else if (isShown.current) goBack()
  }
  const isIdle = step.name === 'start' && session.value !== null
  useFocusAfter(isIdle ? 'idle' : step.name)
  return (
    <div class="join stack">
      <PageHead
        title={isIdle ? say('You’re in') : say('Join or sign in')}
        lead={step.name === 'start' && !isIdle ? LEAD : null}
      />
      {isIdle ? <SignedIn /> : <JoinSteps step={step} onGoOn={goOn} />}
    </div>
  )
}

/** To the page that somebody had to sign in for, or to their node. */
function goBack(): void {
  const waiting = takeWaitingPage()
  if (waiting === null) goTo('/node')
  else location.assign(waiting)
}

function JoinSteps({ step, onGoOn }: { step: JoinStep; onGoOn: (next: JoinStep) => void }) {
  return (
    <div class="stack">
      <Steps label={say('Your way in')} steps={STEPS} current={findStepIndex(step)} />
      <View step={step} onGoOn={onGoOn} />
    </div>
  )
}

function View({ step, onGoOn }: { step: JoinStep; onGoOn: (next: JoinStep) => void }) {
  if (step.name === 'start') return <Start step={step} onGoOn={onGoOn} />
  if (step.name === 'code') return <CodeStep step={step} onGoOn={onGoOn} />
  if (step.name === 'link') return <LinkStep link={step.link} onGoOn={onGoOn} />
  return step.name === 'welcome' ? <Welcome {...step} /> : null
}

function findFirstStep(): JoinStep {
  const [, link] = /^#link=([\w-]+)$/.exec(place.peek().url.hash) ?? []
  if (link !== undefined) return { name: 'link', link }
  const invite = tidyInvite(place.peek().url.searchParams.get('invite') ?? '')
  const pending = session.peek() ? null : readPending(Date.now())
  if (pending && belongsTo(pending, invite)) return { name: 'code', pending, wallet: null }
  return { name: 'start', request: { email: '', invite }, refusal: null, wallet: null }
}

// A link with another invite begins anew.
function belongsTo(pending: Pending, invite: string): boolean {
  return invite === '' || invite === pending.invite
}
