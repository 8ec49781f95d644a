import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Check } from '../../parts/field.tsx'
import { say } from '../../words/speak.ts'

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
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    setAsked(!isAgreed)
    if (isAgreed && !busy) onAgreed()
  }
  return (
    <form class="stack" noValidate onSubmit={handleSubmit}>
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

/** The heading of the step that somebody is at. What stood under a button that was pressed is gone, so the focus goes to the new heading. */
export function StepHeading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current !== title) {
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView({ block: 'start' })
    }
    shown.current = title
  }, [title])
  return (
    <h2 id="research-session" class="research-heading" tabIndex={-1} ref={heading}>
      {title}
    </h2>
  )
}

/** What stays of the network address, whatever is given. */
export function AddressMark() {
  return (
    <li>
      {say(
        'Your IP address is stored only as a scrambled mark, to limit uploads to five a day. After a day nobody can tell which address it was.',
      )}
    </li>
  )
}
