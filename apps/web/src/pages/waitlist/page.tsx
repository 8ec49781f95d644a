import { type OutputOf, ProblemError } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { useFocusAfter } from '../../parts/browser.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Card, PageHead } from '../../parts/card.tsx'
import { Failure, listFieldErrors } from '../../parts/failure.tsx'
import { FIELD_TABLE } from '../../parts/field-table.ts'
import { Field } from '../../parts/field.tsx'
import { useForm } from '../../parts/form.ts'
import { Notice } from '../../parts/notice.tsx'
import { useAction, useRequest } from '../../parts/request.ts'
import { place } from '../../router.ts'
import { service } from '../../service.ts'
import { say } from '../../words/speak.ts'

type Step = 'ask' | 'sent' | 'link' | 'left' | OutputOf<'joinWaitlist'>['state']

/** Shows the waitlist page: a form to have a link mailed, or, opened by that link, the form to join or leave the waitlist. */
export function Page() {
  const link = place.value.url.hash.slice(1)
  const [step, setStep] = useState<Step>(link === '' ? 'ask' : 'link')
  const { value, error, reload } = useRequest((signal) => service.getWaitlist({}, { signal }))
  useFocusAfter(step)
  const closed = value && value.state !== 'open' && step === 'ask' ? value.state : null
  return (
    <div class="stack">
      <PageHead title={WORDS.title} lead={step === 'link' ? WORDS.confirmLead : WORDS.lead} />
      <Failure error={error} onRetry={reload} />
      <Card>
        {closed ? <Closed state={closed} /> : null}
        {step === 'ask' && !closed ? <AskForm onSent={() => setStep('sent')} /> : null}
        {step === 'link' ? <LinkForm link={link} onDone={setStep} onAnew={() => setStep('ask')} /> : null}
        {step === 'ask' || step === 'link' ? null : <Outcome step={step} />}
      </Card>
    </div>
  )
}

function Closed({ state }: { state: keyof typeof NOT_OPEN }) {
  const { title, advice } = NOT_OPEN[state]
  return (
    <div class="stack">
      <Notice title={title}>
        <p>{advice}</p>
      </Notice>
      <p>
        {state === 'closed' ? (
          <ButtonLink href="/scan">{WORDS.practice}</ButtonLink>
        ) : (
          <ButtonLink href="/join">{WORDS.openJoin}</ButtonLink>
        )}
      </p>
    </div>
  )
}

function Outcome({ step }: { step: Exclude<Step, 'ask' | 'link'> }) {
  const { title, advice } = describeOutcome(step)
  return (
    <div class="stack">
      <Notice kind={step === 'waiting' ? 'good' : 'info'} title={title} live>
        <p>{advice}</p>
      </Notice>
      {step === 'waiting' ? <p class="small soft">{WORDS.kept}</p> : null}
      <p>
        {step === 'member' ? (
          <ButtonLink href="/join?way=sign-in">{WORDS.signIn}</ButtonLink>
        ) : (
          <ButtonLink href="/scan" kind="quiet">
            {WORDS.practice}
          </ButtonLink>
        )}
      </p>
    </div>
  )
}

function describeOutcome(step: Exclude<Step, 'ask' | 'link'>): { title: string; advice: string } {
  if (step === 'sent') return { title: WORDS.sent, advice: WORDS.sentAdvice }
  if (step === 'left') return { title: WORDS.left, advice: WORDS.leftAdvice }
  return OUTCOMES[step]
}

/** Texts of the page. */
export const WORDS = {
  title: say('Ask for an invite'),
  lead: say('No invite yet? Leave your email. The person who runs this service sees it and can let you in.'),
  email: say('Email'),
  emailHint: say('We’ll mail you a link, to be sure that the address is yours.'),
  emailMalformed: say('That doesn’t look like an email address.'),
  ask: say('Mail me a link'),
  sent: say('Check your mail.'),
  sentAdvice: say('Open the link in it to get on the list. Nothing there? Look in the spam folder.'),
  confirmLead: say('One more press, and you’re on the list.'),
  note: say('A note (optional)'),
  noteHint: say('Who are you, or who told you about us? Only the person who runs this service reads it.'),
  noteMalformed: say('One line, at most 200 characters.'),
  join: say('Put me on the list'),
  leave: say('Take me off the list'),
  left: say('You’re off the list.'),
  leftAdvice: say('We’ve deleted your address and your note.'),
  kept: say('We keep your address and note until you join, for 90 days at most.'),
  practice: say('Try a practice round meanwhile'),
  signIn: say('Sign in'),
  another: say('Get a new link'),
  openJoin: say('Join'),
} as const

const FIELD_WORDS = { email: { missing: WORDS.emailMalformed, malformed: WORDS.emailMalformed } }

// The service knows better than a pattern what an address is; the words are ours.
const listRefusedFields = (error: unknown) => ('email' in listFieldErrors(error) ? { email: WORDS.emailMalformed } : {})

/** Shows the form that has a waitlist link mailed to an address. Calls `onSent` when the service has accepted it. */
export function AskForm({ onSent }: { onSent: () => void }) {
  const { field, element, isBusy, error } = useForm(
    { fields: FIELD_TABLE.askForInvite, words: FIELD_WORDS, refusedFields: listRefusedFields },
    async ({ email }) => {
      await service.askForInvite({ email })
      onSent()
    },
  )
  return (
    <form class="stack" noValidate {...element}>
      <Field
        label={WORDS.email}
        hint={WORDS.emailHint}
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellcheck={false}
        {...field('email')}
      />
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy}>
          {WORDS.ask}
        </Button>
      </p>
    </form>
  )
}

type LinkFormProps = {
  link: string
  onDone: (state: OutputOf<'joinWaitlist'>['state'] | 'left') => void
  onAnew: () => void
}

const LINK_FIELD_WORDS = { note: { missing: WORDS.noteMalformed, malformed: WORDS.noteMalformed } }

/**
 * Shows the form behind a mailed waitlist link: join with a note, or leave the list. Calls `onDone` with the resulting state, and
 * `onAnew` if the link no longer works and the person wants a new one.
 */
export function LinkForm({ link, onDone, onAnew }: LinkFormProps) {
  const leaving = useAction()
  const { field, element, isBusy, error } = useForm(
    { fields: { note: FIELD_TABLE.joinWaitlist.note }, initial: { note: '' }, words: LINK_FIELD_WORDS },
    async ({ note }) => onDone((await service.joinWaitlist({ link, note: note ?? '' })).state),
  )
  const failure = error ?? leaving.error
  const isOver = failure instanceof ProblemError && ['LINK_EXPIRED', 'INVALID_REQUEST'].includes(failure.code)
  const leave = async () => {
    await service.leaveWaitlist({ link })
    onDone('left')
  }
  return (
    <form class="stack" noValidate {...element}>
      <Field label={WORDS.note} hint={WORDS.noteHint} autoComplete="off" {...field('note')} />
      <Failure error={failure} />
      <p class="row">
        <Button type="submit" busy={isBusy}>
          {WORDS.join}
        </Button>
        <Button kind="quiet" busy={leaving.isBusy} onClick={() => leaving.run(leave)}>
          {WORDS.leave}
        </Button>
        {isOver ? (
          <Button kind="quiet" onClick={onAnew}>
            {WORDS.another}
          </Button>
        ) : null}
      </p>
    </form>
  )
}

/** Texts for the result of a request. */
export const OUTCOMES: Readonly<Record<OutputOf<'joinWaitlist'>['state'], { title: string; advice: string }>> = {
  waiting: {
    title: say('You’re on the list.'),
    advice: say('If you’re let in, we’ll mail you an invite. The same link takes you off the list.'),
  },
  invited: {
    title: say('You’ve been invited already.'),
    advice: say('Look for the mail with your invite. Can’t find it? Ask the person who runs this service.'),
  },
  member: {
    title: say('You have a node already.'),
    advice: say('You don’t need an invite: sign in with your email.'),
  },
}

/** Texts for services without a waitlist. */
export const NOT_OPEN: Readonly<
  Record<Exclude<OutputOf<'getWaitlist'>['state'], 'open'>, { title: string; advice: string }>
> = {
  closed: {
    title: say('This service takes no requests right now.'),
    advice: say('If you know the person who runs it, ask them for an invite.'),
  },
  not_needed: {
    title: say('You don’t need an invite.'),
    advice: say('Anyone can join this service with an email address.'),
  },
}
