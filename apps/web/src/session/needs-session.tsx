import type { ComponentChildren } from 'preact'
import { ButtonLink } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { type Session, session } from './session.ts'

/** Shows its content to whoever is signed in, and the way to sign in to everybody else. */
export function NeedsSession({ children }: { children: (session: Session) => ComponentChildren }) {
  if (session.value) return <>{children(session.value)}</>
  return (
    <Empty title="You’re not signed in.">
      <p>Join, or sign in with the e-mail address or the wallet of your node. A session ends with its tab.</p>
      <ButtonLink href="/join">Join or sign in</ButtonLink>
    </Empty>
  )
}
