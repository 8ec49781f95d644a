import type { ComponentChildren } from 'preact'
import { ButtonLink } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { type Session, session } from './session.ts'
import { SIGN_IN_WORDS as WORDS } from './words.ts'

/** Shows its content to whoever is signed in, and the way to sign in to everybody else. */
export function NeedsSession({ children }: { children: (session: Session) => ComponentChildren }) {
  if (session.value) return <>{children(session.value)}</>
  return (
    <Empty title={WORDS.title}>
      <p>{WORDS.text}</p>
      <ButtonLink href="/join">{WORDS.button}</ButtonLink>
    </Empty>
  )
}
