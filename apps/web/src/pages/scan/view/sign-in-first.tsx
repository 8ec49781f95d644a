import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { session } from '../../../session/session.ts'
import { LoadedWays } from '../../../sign-in/again.tsx'
import { WORDS } from '../flow/words.ts'

/** For a person whose sign-in is too long ago to enroll: signs them in, and then offers the rounds. Phones need a tap for their sensors. */
export function SignInFirst({ onStart }: { onStart: () => void }) {
  const [isIn, setIn] = useState(false)
  const email = session.value?.email
  if (!isIn && email !== undefined) return <LoadedWays email={email} onIn={() => setIn(true)} />
  return (
    <p>
      <Button onClick={onStart}>{WORDS.enroll.start}</Button>
    </p>
  )
}
