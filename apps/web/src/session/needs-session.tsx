import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { ButtonLink } from '../parts/button.tsx'
import { Empty } from '../parts/card.tsx'
import { say } from '../words/speak.ts'
import { saveWaitingPage, type Session, session } from './session.ts'

/** Renders its children with the session of the signed-in person. Before sign-in, shows a link to the sign-in page, which leads back to this page. */
export function NeedsSession({ children }: { children: (session: Session) => ComponentChildren }) {
  if (session.value) return <>{children(session.value)}</>
  return <SignInFirst />
}

// After signing in, also by a mailed link, the person returns to this page.
function SignInFirst() {
  useEffect(() => saveWaitingPage(location.pathname + location.search), [])
  return (
    <Empty title={SIGN_IN_WORDS.title}>
      <p>{SIGN_IN_WORDS.text}</p>
      <ButtonLink href="/join">{SIGN_IN_WORDS.button}</ButtonLink>
    </Empty>
  )
}

/** Texts for people who aren't signed in. */
const SIGN_IN_WORDS = {
  title: say('You’re not signed in.'),
  text: say('Join with an invite, or sign in with a passkey, your email or your wallet.'),
  button: say('Join or sign in'),
} as const
