import { useState } from 'preact/hooks'
import { useAttempt } from '../../parts/attempt.ts'
import { Button } from '../../parts/button.tsx'
import { failureWords } from '../../parts/failure-words.ts'
import { Field } from '../../parts/field.tsx'
import { service } from '../../service.ts'
import { session } from '../../session/session.ts'
import { codeIn } from '../join/code-text.ts'

/** For somebody who has enrolled before: a code by mail, and then the three captures. */
export function EnrollAgain({ onCode }: { onCode: (otp: string) => void }) {
  const [isSent, setSent] = useState(false)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const { attempt, isBusy, error } = useAttempt()
  const email = session.value?.email ?? ''
  const send = () => attempt(() => service.sendOtp({ email }).then(() => setSent(true)))
  const submit = (event: Event) => {
    event.preventDefault()
    const otp = codeIn(text)
    if (otp === null) setProblem('The code has six digits.')
    else onCode(otp)
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <Field
        label="Code"
        hint={isSent ? `Sent to ${email}. Six digits.` : 'Six digits, by mail.'}
        error={error === null ? problem : failureWords(error).title}
        autoComplete="one-time-code"
        inputMode="numeric"
        value={text}
        onValue={(value) => {
          setText(codeIn(value) ?? value)
          setProblem(undefined)
        }}
      />
      <p class="row">
        <Button kind={isSent ? 'quiet' : 'main'} busy={isBusy} onClick={send}>
          {isSent ? 'Send another code' : 'Send me a code'}
        </Button>
        <Button type="submit" kind={isSent ? 'main' : 'quiet'}>
          Enroll: three captures
        </Button>
      </p>
    </form>
  )
}
