import { useState } from 'preact/hooks'
import { useAction } from '../parts/action.ts'
import { Button } from '../parts/button.tsx'
import { Failure } from '../parts/failure.tsx'
import { CodeField } from './code-field.tsx'
import { readCode } from './read-code.ts'
import { CODE_WORDS } from './words.ts'

type GiveCodeProps = { label?: string; hint: string; button: string; onCode: (otp: string) => Promise<void> }

/** The field for a code of six digits; what is no code is not sent. */
export function GiveCode({ label = CODE_WORDS.code, hint, button, onCode }: GiveCodeProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const { run, isBusy, error } = useAction()
  const submit = (event: Event) => {
    event.preventDefault()
    const otp = readCode(text)
    if (otp === null) setProblem(CODE_WORDS.sixDigits)
    else run(() => onCode(otp))
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <CodeField
        label={label}
        hint={hint}
        error={problem}
        value={text}
        onValue={(value) => {
          setText(value)
          setProblem(undefined)
        }}
      />
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy}>
          {button}
        </Button>
      </p>
    </form>
  )
}
