import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { formatMoment } from '../../../words/format.ts'
import { say } from '../../../words/speak.ts'
import { confirmCode } from '../flow/confirm-code.ts'
import { keepPending, type Pending } from '../flow/pending.ts'
import type { Refusal } from '../flow/refusal.ts'
import { isClosed, describeSentCode } from '../flow/sent-words.ts'
import type { JoinStep } from '../flow/step.ts'
import { CodeForm } from './code-form.tsx'
import { Resend } from './resend.tsx'

type CodeStepProps = { step: JoinStep & { name: 'code' }; onGoOn: (next: JoinStep) => void }

/** A code was made: type it, ask for another one, or go back. */
export function CodeStep({ step: { pending: first, wallet }, onGoOn }: CodeStepProps) {
  const [pending, setPending] = useState(first)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const startAgain = (why: Refusal | null) => onGoOn({ name: 'start', request: pending, refusal: why, wallet })
  const keep = (next: Pending) => {
    setPending(next)
    keepPending(next)
  }
  const confirm = async (code: string) => {
    const confirmed = await confirmCode(pending, code, wallet)
    if (confirmed.outcome === 'in') return onGoOn(confirmed.step)
    keep(confirmed.pending)
    // The invite has gone since the code was sent.
    if (confirmed.refusal.at === 'invite') startAgain(confirmed.refusal)
    else setRefusal(confirmed.refusal)
  }
  const resent = (next: Pending) => {
    keep(next)
    setRefusal(null)
  }
  return (
    <Card title={say('Enter your code')}>
      <Sent pending={pending} />
      <CodeForm
        key={pending.expiresAt}
        isClosed={isClosed(pending)}
        refusal={refusal}
        onRefusal={setRefusal}
        onCode={confirm}
      />
      <Resend pending={pending} onSent={resent} onIn={() => onGoOn({ name: 'back' })} />
      <p>
        <Button kind="quiet" onClick={() => startAgain(null)}>
          {say('Use another address')}
        </Button>
      </p>
    </Card>
  )
}

function Sent({ pending }: { pending: Pending }) {
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
