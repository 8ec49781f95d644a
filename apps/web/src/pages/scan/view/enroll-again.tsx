import { useEffect, useRef, useState } from 'preact/hooks'
import { CodeField } from '../../../codes/code-field.tsx'
import { mailCode } from '../../../codes/mail-code.ts'
import { readCode } from '../../../codes/read-code.ts'
import { CODE_WORDS } from '../../../codes/words.ts'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { describeFailure } from '../../../parts/failure-words.ts'
import { session } from '../../../session/session.ts'
import { say } from '../../../words/speak.ts'
import { WORDS } from '../flow/words.ts'

/** For somebody who has enrolled before: a code by mail, and then the rounds. */
export function EnrollAgain({ onCode }: { onCode: (otp: string) => void }) {
  const [sent, setSent] = useState<string | null>(null)
  const isSent = sent !== null
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const { run, isBusy, error } = useAction()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isSent) form.current?.querySelector('input')?.focus()
  }, [isSent])
  const email = session.value?.email ?? ''
  const send = () => run(() => mailCode(email), setSent)
  const submit = (event: Event) => {
    event.preventDefault()
    const otp = readCode(text)
    if (otp === null) setProblem(CODE_WORDS.sixDigits)
    else onCode(otp)
  }
  return (
    <form ref={form} class="stack" noValidate onSubmit={submit}>
      <CodeField
        hint={sent ?? say('Six digits, by email.')}
        error={error === null ? problem : describeFailure(error).title}
        value={text}
        onValue={(value) => {
          setText(value)
          setProblem(undefined)
        }}
      />
      <p class="row">
        {/* What comes next stands first: the code, and once it is sent, the captures. */}
        {isSent ? null : <SendButton isBusy={isBusy} onSend={send} />}
        <Button type="submit" kind={isSent ? 'main' : 'quiet'}>
          {WORDS.enroll.start}
        </Button>
        {isSent ? <SendButton isAgain isBusy={isBusy} onSend={send} /> : null}
      </p>
    </form>
  )
}

type SendProps = { isAgain?: boolean; isBusy: boolean; onSend: () => void }

function SendButton({ isAgain = false, isBusy, onSend }: SendProps) {
  return (
    <Button kind={isAgain ? 'quiet' : 'main'} busy={isBusy} onClick={onSend}>
      {isAgain ? say('Send another code') : say('Send me a code')}
    </Button>
  )
}
