import { useState } from 'preact/hooks'
import { GiveCode } from '../../../codes/give-code.tsx'
import { mailCode } from '../../../codes/mail-code.ts'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Field } from '../../../parts/field.tsx'
import { service } from '../../../service.ts'
import { session } from '../../../session/session.ts'
import type { End } from '../flow/phase.ts'
import { WORDS } from '../words.ts'

type OtherWayProps = { id: string; token: string; isDevice: boolean; onEnd: (end: End) => void }

/** Without motion, where the site allows it: a code that is mailed to the owner of a node. */
export function OtherWay({ id, token, isDevice, onEnd }: OtherWayProps) {
  const [email, setEmail] = useState(session.value?.email ?? '')
  const [sent, setSent] = useState<string | null>(null)
  return (
    <details class="check-other-way">
      <summary>{WORDS.otherWay}</summary>
      <div class="stack">
        <p>{WORDS.otherWayText}</p>
        <AskCode email={email} isAgain={sent !== null} onEmail={setEmail} onSent={setSent} />
        {sent === null ? null : (
          <GiveCode
            hint={sent}
            button={WORDS.confirmByCode}
            onCode={async (otp) => {
              const told = await service.confirmCheck({ id, email, otp, check_token: token })
              onEnd({ status: 'passed', reason: null, returnUrl: told.return_url, isDevice })
            }}
          />
        )}
      </div>
    </details>
  )
}

type AskCodeProps = {
  email: string
  isAgain: boolean
  onEmail: (email: string) => void
  onSent: (where: string) => void
}

function AskCode({ email, isAgain, onEmail, onSent }: AskCodeProps) {
  const { run, isBusy, error } = useAction()
  const submit = (event: Event) => {
    event.preventDefault()
    run(() => mailCode(email), onSent)
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <Field label={WORDS.email} type="email" autoComplete="email" value={email} onValue={onEmail} />
      <p>
        <Button type="submit" kind={isAgain ? 'quiet' : 'main'} busy={isBusy}>
          {isAgain ? WORDS.mailAgain : WORDS.mailCode}
        </Button>
      </p>
      <Failure error={error} />
    </form>
  )
}
