import './button.css'
import type { ComponentChildren } from 'preact'
import './copy-field.css'
import { useRef, useState } from 'preact/hooks'
import { say } from '../words/speak.ts'

/** `main` once per view, `quiet` for the rest, `danger` for actions that can't be undone. */
export type ButtonKind = 'main' | 'quiet' | 'danger'

type ButtonProps = {
  children: ComponentChildren
  kind?: ButtonKind
  type?: 'button' | 'submit'
  disabled?: boolean
  /** Keeps size and focus, and ignores further presses. */
  busy?: boolean
  onClick?: () => void
}

/** Shows a button. While `busy` it ignores presses but keeps the focus, so that keyboard users don't lose their position. */
export function Button({ children, kind = 'main', type = 'button', disabled, busy = false, onClick }: ButtonProps) {
  const press = (event: Event) => {
    if (busy) event.preventDefault()
    else onClick?.()
  }
  return (
    <button class={`button button-${kind}`} type={type} disabled={disabled} aria-disabled={busy} onClick={press}>
      {children}
      {busy ? <span class="button-busy" aria-hidden="true" /> : null}
    </button>
  )
}

/** Shows a link to `href` that looks like a button. */
export function ButtonLink({
  href,
  kind = 'main',
  children,
}: {
  href: string
  kind?: ButtonKind
  children: ComponentChildren
}) {
  return (
    <a class={`button button-${kind}`} href={href}>
      {children}
    </a>
  )
}

type CopyFieldProps = { label: string; value: string; secret?: boolean }

/** Shows a labeled value with a button that copies it. With `secret` the value is masked until the person reveals it. */
export function CopyField({ label, value, secret = false }: CopyFieldProps) {
  const [isShown, setShown] = useState(!secret)
  const [answer, setAnswer] = useState('')
  const code = useRef<HTMLElement>(null)
  const copy = () => {
    copyText(value).then(
      () => setAnswer(say('Copied.')),
      () => {
        setShown(true)
        if (code.current) getSelection()?.selectAllChildren(code.current)
        setAnswer(say('Couldn’t copy. The text is selected, so you can copy it yourself.'))
      },
    )
  }
  return (
    <div class="copy-field">
      <span class="copy-label">{label}</span>
      <code ref={code}>{isShown ? value : '•'.repeat(24)}</code>
      <div class="row">
        <Button kind="quiet" onClick={copy}>
          {say('Copy')}
          <span class="unseen"> {label}</span>
        </Button>
        {secret ? (
          <Button kind="quiet" onClick={() => setShown(!isShown)}>
            {isShown ? say('Hide') : say('Show')}
            <span class="unseen"> {label}</span>
          </Button>
        ) : null}
        <span role="status" class="small soft">
          {answer}
        </span>
      </div>
    </div>
  )
}

// Browsers provide the clipboard only to secure pages.
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard === undefined) throw new Error('the clipboard is out of reach')
  await navigator.clipboard.writeText(text)
}
