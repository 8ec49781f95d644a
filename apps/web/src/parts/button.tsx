import './button.css'
import type { ComponentChildren } from 'preact'

/** `main` once per view, `quiet` for the rest, `danger` for what cannot be undone. */
export type ButtonKind = 'main' | 'quiet' | 'danger'

type ButtonProps = {
  children: ComponentChildren
  kind?: ButtonKind
  type?: 'button' | 'submit'
  disabled?: boolean
  /** Under way: keeps its size and its focus, and takes no second press. */
  busy?: boolean
  onClick?: () => void
}

/** Something to press. While busy it stays focusable, so that nobody using a keyboard is thrown back to the top. */
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

/** A link that is as weighty as a button. */
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
