import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { ButtonLink } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { type Session, session } from './session.ts'
import { keepWaitingPage } from './waiting-page.ts'
import { SIGN_IN_WORDS as WORDS } from './words.ts'

/** Shows its content to whoever is signed in, and the way to sign in to everybody else. */
export function NeedsSession({ children }: { children: (session: Session) => ComponentChildren }) {
  if (session.value) return <>{children(session.value)}</>
  return <SignInFirst />
}

// Whoever signs in from here comes back here, also by the link in a mail.
function SignInFirst() {
  useEffect(() => keepWaitingPage(location.pathname + location.search), [])
  return (
    <Empty title={WORDS.title}>
      <p>{WORDS.text}</p>
      <ButtonLink href="/join">{WORDS.button}</ButtonLink>
    </Empty>
  )
}
