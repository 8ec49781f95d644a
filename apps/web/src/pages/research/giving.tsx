import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Check } from '../../parts/field.tsx'
import { say } from '../../words/speak.ts'

type AgreeFormProps = {
  /** Fields above the consent. */
  first?: ComponentChildren
  /** Optional consents. */
  further?: ComponentChildren
  /** Error if the box isn't checked. */
  demand: string
  button: string
  /** Small print below the button. */
  note: string
  busy?: boolean
  onAgreed: () => void
}

/**
 * Shows the form that asks for consent, by a box that is never checked in advance. Calls `onAgreed` when the person presses the button
 * with the box checked; otherwise shows the error `demand`.
 */
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

/** Shows the heading of the current step. When the title changes, the focus moves to it, because the button just pressed is gone. */
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

/** Shows a list item that explains how the person's IP address is stored. */
export function AddressMark() {
  return (
    <li>
      {say(
        'Your IP address is stored only in scrambled form, to limit uploads to five a day. After a day, no one can tell which address it was.',
      )}
    </li>
  )
}
