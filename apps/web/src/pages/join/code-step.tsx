import { useEffect, useMemo, useState } from 'preact/hooks'
import { CODE_WORDS, CodeField, readCode } from '../../codes/give-code.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { FIELD_TABLE } from '../../parts/field-table.ts'
import { useForm } from '../../parts/form.ts'
import { useAction } from '../../parts/request.ts'
import { formatClock, useCountdown } from '../../parts/time.tsx'
import { formatMoment, say } from '../../words/speak.ts'
import { confirmCode, sendCode } from './codes.ts'
import { OtherWays, RefusalNotice, useDeadline } from './other-ways.tsx'
import { type Refusal, selectRefusalAfterEdit } from './refusal.ts'
import {
  describeMissingMail,
  describeSentCode,
  isCodeClosed,
  type JoinStep,
  savePendingCode,
  type PendingCode,
} from './steps.ts'

type CodeStepProps = { step: JoinStep & { name: 'code' }; onGoOn: (next: JoinStep) => void }

/** Shows the second step: enter the mailed code, request a new one, or use another address. Calls `onGoOn` with the next step. */
export function CodeStep({ step: { pending: first, wallet }, onGoOn }: CodeStepProps) {
  const [pending, setPending] = useState(first)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const startAgain = (why: Refusal | null) => onGoOn({ name: 'start', request: pending, refusal: why, wallet })
  const saveCode = (next: PendingCode) => {
    setPending(next)
    savePendingCode(next)
  }
  const confirm = async (code: string) => {
    const confirmed = await confirmCode(pending, code, wallet)
    if (confirmed.outcome === 'in') return onGoOn(confirmed.step)
    saveCode(confirmed.pending)
    // The invite became invalid after the code was sent.
    if (confirmed.refusal.at === 'invite') startAgain(confirmed.refusal)
    else setRefusal(confirmed.refusal)
  }
  const handleSent = (next: PendingCode) => {
    saveCode(next)
    setRefusal(null)
  }
  return (
    <Card title={say('Enter your code')}>
      <CodeStatus pending={pending} />
      <CodeForm
        key={pending.expiresAt}
        isClosed={isCodeClosed(pending)}
        refusal={refusal}
        onRefusal={setRefusal}
        onCode={confirm}
      />
      <ResendForm pending={pending} onSent={handleSent} onIn={() => onGoOn({ name: 'back' })} />
      <p>
        <Button kind="quiet" onClick={() => startAgain(null)}>
          {say('Use another address')}
        </Button>
      </p>
    </Card>
  )
}

function CodeStatus({ pending }: { pending: PendingCode }) {
  const { invite, isMember, expiresAt } = pending
  const until = formatMoment(new Date(expiresAt), { timeStyle: 'short' })
  return (
    <div class="stack">
      <p>{describeSentCode(pending, until)}</p>
      {isMember && invite !== '' ? (
        <p>
          {say(
            'This address already has a node, so you’re signing in. Your invite isn’t used up: give it to someone else.',
          )}
        </p>
      ) : null}
    </div>
  )
}

type CodeFormProps = {
  /** All tries are used up, so only a new code helps. */
  isClosed: boolean
  refusal: Refusal | null
  onRefusal: (refusal: Refusal | null) => void
  onCode: (code: string) => Promise<void>
}

/** The form for the code. Its field has the focus at first and after every refusal. */
function CodeForm({ isClosed, refusal, onRefusal, onCode }: CodeFormProps) {
  const until = useDeadline(refusal)
  const isResting = useCountdown(until) > 0
  const refused = useMemo(() => (refusal?.at === 'code' ? { otp: refusal.words } : {}), [refusal])
  const { field, element, isBusy } = useForm(
    {
      fields: { otp: FIELD_TABLE.verifyOtp.otp },
      tidy: { otp: (text) => readCode(text) ?? text },
      words: { otp: { missing: CODE_WORDS.sixDigits, malformed: CODE_WORDS.sixDigits } },
      refused,
      onEdit: () => isClosed || onRefusal(selectRefusalAfterEdit(refusal, 'code')),
    },
    ({ otp }) => onCode(otp),
  )
  useEffect(() => element.ref.current?.querySelector('input')?.focus(), [refusal])
  return (
    <form class="stack" noValidate {...element}>
      <div class="join-code">
        <CodeField hint={say('Six digits. You can paste the whole line from the email.')} {...field('otp')} />
      </div>
      <RefusalNotice refusal={refusal} until={until} />
      <p>
        <Button type="submit" busy={isBusy} disabled={isResting || isClosed}>
          {say('Confirm')}
        </Button>
      </p>
    </form>
  )
}

type ResendProps = { pending: PendingCode; onSent: (pending: PendingCode) => void; onIn: () => void }

/** Shows the button that sends another code, inactive until the waiting time is over, and other ways to sign in if sending is refused. */
function ResendForm({ pending, onSent, onIn }: ResendProps) {
  const { run, isBusy } = useAction()
  const [news, setNews] = useState('')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [resendAt, setResendAt] = useState(pending.resendAt)
  const seconds = useCountdown(resendAt)
  const send = async () => {
    setNews('')
    setRefusal(null)
    const sent = await sendCode(pending)
    if (sent.outcome === 'refused') {
      if (sent.refusal.at === 'form' && sent.refusal.waitMs) setResendAt(Date.now() + sent.refusal.waitMs)
      return setRefusal(toFormRefusal(sent.refusal))
    }
    setResendAt(sent.pending.resendAt)
    setNews(say('We made a new code. The old one no longer works.'))
    onSent(sent.pending)
  }
  return (
    <div class="stack">
      <p class="row">
        <Button kind="quiet" busy={isBusy} disabled={seconds > 0} onClick={() => run(send)}>
          {seconds > 0 ? say('Send a new code in {time}', { time: formatClock(seconds) }) : say('Send a new code')}
        </Button>
        <span class="small soft">{describeMissingMail(pending)}</span>
      </p>
      <p role="status" class="join-news">
        {news}
      </p>
      <RefusalNotice refusal={refusal} until={0} />
      <OtherWays refusal={refusal} onIn={onIn} />
    </div>
  )
}

function toFormRefusal(refusal: Refusal): Refusal {
  return refusal.at === 'form' ? refusal : { at: 'form', title: say('No new code was sent.'), advice: refusal.words }
}
