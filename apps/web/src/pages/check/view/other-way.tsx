import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Field } from '../../../parts/field.tsx'
import { service } from '../../../service.ts'
import { session } from '../../../session/session.ts'
import { readCode } from '../../join/flow/input-text.ts'
import { describeCodePlace } from '../../join/flow/sent-words.ts'
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
    run(async () => {
      const { delivery = 'smtp', mail_folder: mailFolder = '' } = await service.sendOtp({ email })
      onSent(describeCodePlace({ email, delivery, mailFolder }))
    })
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

function GiveCode({ hint, onCode }: { hint: string; onCode: (otp: string) => Promise<void> }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const { run, isBusy, error } = useAction()
  const submit = (event: Event) => {
    event.preventDefault()
    const otp = readCode(text)
    if (otp === null) setProblem(WORDS.sixDigits)
    else run(() => onCode(otp))
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <Field
        label={WORDS.code}
        hint={hint}
        error={problem}
        autoComplete="one-time-code"
        inputMode="numeric"
        value={text}
        onValue={(value) => {
          setText(readCode(value) ?? value)
          setProblem(undefined)
        }}
      />
      <p>
        <Button type="submit" busy={isBusy}>
          {WORDS.confirmByCode}
        </Button>
      </p>
      <Failure error={error} />
    </form>
  )
}
