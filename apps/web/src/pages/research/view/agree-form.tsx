import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Check } from '../../../parts/field.tsx'
import { say } from '../../../words/speak.ts'

type AgreeFormProps = {
  /** What is asked before consent. */
  first?: ComponentChildren
  /** What may be agreed to beside it. */
  further?: ComponentChildren
  /** Said to whoever presses on without a tick. */
  demand: string
  button: string
  /** Small words below. */
  note: string
  busy?: boolean
  onAgreed: () => void
}

/** Consent, before anything else: nothing is ticked beforehand, and nothing goes on without the tick. */
export function AgreeForm({ first, further, demand, button, note, busy = false, onAgreed }: AgreeFormProps) {
  const [isAgreed, setAgreed] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const submit = (event: Event) => {
    event.preventDefault()
    setAsked(!isAgreed)
    if (isAgreed && !busy) onAgreed()
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      {first}
      <div>
        <Check
          label={say('I have read what is collected and how it’s used, and I agree.')}
          checked={isAgreed}
          required
          onChecked={setAgreed}
        />
        {further}
        <p class="field-error" role="alert">
          {isAsked && !isAgreed ? demand : ''}
        </p>
      </div>
      <p class="row">
        <Button type="submit" busy={busy}>
          {button}
        </Button>
      </p>
      <p role="status" class="small soft">
        {note}
      </p>
    </form>
  )
}
