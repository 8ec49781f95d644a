import './join.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useFocusAfter } from '../../parts/browser.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Card, PageHead } from '../../parts/card.tsx'
import { describeFailure, Failure } from '../../parts/failure.tsx'
import { useAction, useIsShown } from '../../parts/request.ts'
import { Steps } from '../../parts/steps.tsx'
import { PasskeyOffer } from '../../passkeys/passkey-offer.tsx'
import { goTo, place, replaceAddress } from '../../router.ts'
import { service } from '../../service.ts'
import { session, spendWaitingPage } from '../../session/session.ts'
import { startSession, signOut } from '../../sign-in/sign-in.ts'
import { BindWallet } from '../../wallet/signer.tsx'
import { sayRich } from '../../words/rich.tsx'
import { say } from '../../words/speak.ts'
import { CodeStep } from './code-step.tsx'
import { toInviteCode } from './refusal.ts'
import { Start } from './start.tsx'
import {
  findStepIndex,
  type JoinStep,
  savePendingCode,
  type PendingCode,
  readPendingCode,
  START,
  STEPS,
} from './steps.ts'

const LEAD = say('New here? You need an invite. Already a member? Just enter your email.')

/** Shows the Join page: join with an invite, or sign in by a mailed code, passkey, recovery code or wallet. */
export function Page() {
  const [step, setStep] = useState<JoinStep>(findFirstStep)
  const isShown = useIsShown()
  const showStep = (next: JoinStep) => {
    savePendingCode(next.name === 'code' ? next.pending : null)
    // The token in the fragment is used up or invalid.
    if (step.name === 'link') replaceAddress('/join?way=sign-in')
    // A returning member goes straight on.
    if (next.name !== 'back') setStep(next)
    else if (isShown.current) openNextPage()
  }
  const isIdle = step.name === 'start' && session.value !== null
  useFocusAfter(isIdle ? 'idle' : step.name)
  return (
    <div class="join stack">
      <PageHead
        title={isIdle ? say('You’re in') : say('Join or sign in')}
        lead={step.name === 'start' && !isIdle ? LEAD : null}
      />
      {isIdle ? (
        <SignedIn />
      ) : (
        <div class="stack">
          <Steps label={say('Your way in')} steps={STEPS} current={findStepIndex(step)} />
          <StepView step={step} onGoOn={showStep} />
        </div>
      )}
    </div>
  )
}

/** Opens the page that required the sign-in, or else My node. */
function openNextPage(): void {
  const waiting = spendWaitingPage()
  if (waiting === null) goTo('/node')
  else location.assign(waiting)
}

function StepView({ step, onGoOn }: { step: JoinStep; onGoOn: (next: JoinStep) => void }) {
  if (step.name === 'start') return <Start step={step} onGoOn={onGoOn} />
  if (step.name === 'code') return <CodeStep step={step} onGoOn={onGoOn} />
  if (step.name === 'link') return <LinkStep link={step.link} onGoOn={onGoOn} />
  return step.name === 'welcome' ? <Welcome {...step} /> : null
}

function findFirstStep(): JoinStep {
  const [, link] = /^#link=([\w-]+)$/.exec(place.peek().url.hash) ?? []
  if (link !== undefined) return { name: 'link', link }
  const invite = toInviteCode(place.peek().url.searchParams.get('invite') ?? '')
  const pending = session.peek() ? null : readPendingCode(Date.now())
  if (pending && isForInvite(pending, invite)) return { name: 'code', pending, wallet: null }
  return { name: 'start', request: { email: '', invite }, refusal: null, wallet: null }
}

// A link with a different invite starts over.
function isForInvite(pending: PendingCode, invite: string): boolean {
  return invite === '' || invite === pending.invite
}

/** Shows as which node the person is signed in, with links and a button to sign in as someone else. */
function SignedIn() {
  const { run, isBusy, error } = useAction()
  return (
    <Card>
      <p>
        {sayRich(
          'You’re signed in as <strong>{handle}</strong>.',
          { strong: (text) => <strong>{text}</strong> },
          { handle: session.value?.nodeHandle ?? '' },
        )}
      </p>
      <p class="row">
        <ButtonLink href="/node">{say('My node')}</ButtonLink>
        <ButtonLink href="/scan" kind="quiet">
          {say('Scan')}
        </ButtonLink>
        <Button kind="quiet" busy={isBusy} onClick={() => run(signOut)}>
          {say('Sign in as someone else')}
        </Button>
      </p>
      <Failure error={error} />
    </Card>
  )
}

/** The target of the link in a mail. Opening it does nothing, because mail scanners open links; the button signs in. */
function LinkStep({ link, onGoOn }: { link: string; onGoOn: (next: JoinStep) => void }) {
  const { run, isBusy, error } = useAction()
  const signIn = async () => {
    const { node_token } = await service.signInByLink({ link })
    await startSession(node_token)
    onGoOn({ name: 'back' })
  }
  return (
    <Card title={LINK_WORDS.title}>
      <p>{LINK_WORDS.text}</p>
      <Failure error={error} wordsFor={(one) => describeFailure(one, { CODE_INVALID: LINK_WORDS.refused })} />
      <p class="row">
        <Button busy={isBusy} onClick={() => run(signIn)}>
          {LINK_WORDS.button}
        </Button>
        {error ? (
          <Button kind="quiet" onClick={() => onGoOn(START)}>
            {LINK_WORDS.again}
          </Button>
        ) : null}
      </p>
    </Card>
  )
}

/** The texts of the link step. */
const LINK_WORDS = {
  title: say('Sign in with your link'),
  text: say('You opened the link from our email. Press the button to sign in with this browser for 30 days.'),
  button: say('Sign in'),
  refused: {
    title: say('This link no longer works.'),
    advice: say('It was used before, or it’s too old. Ask for a new code.'),
  },
  again: say('Ask for a new code'),
} as const

type WelcomeProps = { isBack: boolean; nodeHandle: string; genesisIndex: number | null; wallet: string | null }

/**
 * Shows a person who joined or signed in the handle and genesis number of their node, the next steps, and a form to bind `wallet` if it
 * isn't bound yet. `isBack` is true if the node existed before.
 */
export function Welcome({ isBack, nodeHandle, genesisIndex, wallet }: WelcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div class="stack">
      <section class="card join-welcome">
        <h2 tabIndex={-1} ref={heading}>
          {isBack ? say('Welcome back.') : say('Welcome. You have a node.')}
        </h2>
        {genesisIndex === null ? null : <GenesisPlate index={genesisIndex} nodeHandle={nodeHandle} />}
        <p>
          {sayRich(
            'Its handle is <strong>{handle}</strong>: the only name others see. You can change it on My node.',
            { strong: (text) => <strong>{text}</strong> },
            { handle: nodeHandle },
          )}
        </p>
        <p class="row">
          <ButtonLink href="/scan">{isBack ? say('Scan') : say('Make your first scan')}</ButtonLink>
          <ButtonLink href="/node" kind="quiet">
            {say('My node')}
          </ButtonLink>
        </p>
      </section>
      <PasskeyOffer />
      {wallet === null ? null : (
        <Card title={say('Bind your wallet')}>
          <BindWallet expected={wallet} />
        </Card>
      )}
    </div>
  )
}

function GenesisPlate({ index, nodeHandle }: { index: number; nodeHandle: string }) {
  return (
    <figure class="join-plate">
      <p class="join-plate-kind">{say('Genesis node')}</p>
      <p class="join-plate-number">
        <span class="unseen">{say('Number')} </span>
        <span aria-hidden="true">№ </span>
        {index}
      </p>
      <p class="join-plate-kind">{say('of one hundred')}</p>
      <figcaption>
        {sayRich(
          '{handle} is among the first hundred. The place is yours for good and stands on the <link>genesis wall</link>.',
          { link: (text) => <a href="/network">{text}</a> },
          { handle: nodeHandle },
        )}
      </figcaption>
    </figure>
  )
}
