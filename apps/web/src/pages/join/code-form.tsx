import { useEffect, useRef, useState } from 'preact/hooks'
import { useAction } from '../../parts/action.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { codeIn } from './code-text.ts'
import { useCountdown } from './countdown.ts'
import { type Refusal, refusalAfterEdit } from './refusal.ts'
import { RefusalNotice, useDeadline } from './refusal-notice.tsx'

type CodeFormProps = {
  /** No try is left, so only another code helps. */
  isClosed: boolean
  refusal: Refusal | null
  onRefusal: (refusal: Refusal | null) => void
  onCode: (code: string) => Promise<void>
}

/** The field for the code, which has the focus from the beginning and gets it back after every refusal. */
export function CodeForm({ isClosed, refusal, onRefusal, onCode }: CodeFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const { run, isBusy } = useAction()
  const until = useDeadline(refusal)
  const isResting = useCountdown(until) > 0
  useEffect(() => form.current?.querySelector('input')?.focus(), [refusal])
  const change = (value: string) => {
    setText(codeIn(value) ?? value)
    if (!isClosed) onRefusal(refusalAfterEdit(refusal, 'code'))
  }
  const submit = (event: Event) => {
    event.preventDefault()
    const code = codeIn(text)
    if (code === null) onRefusal({ at: 'code', words: 'The code has six digits.' })
    else run(() => onCode(code))
  }
  return (
    <form class="stack" ref={form} noValidate onSubmit={submit}>
      <div class="join-code">
        <Field
          label="Code"
          hint="Six digits. You may paste the whole line of the mail."
          error={refusal?.at === 'code' ? refusal.words : undefined}
          autoComplete="one-time-code"
          inputMode="numeric"
          value={text}
          onValue={change}
        />
      </div>
      <RefusalNotice refusal={refusal} until={until} />
      <p>
        <Button type="submit" busy={isBusy} disabled={isResting || isClosed}>
          Confirm
        </Button>
      </p>
    </form>
  )
}
