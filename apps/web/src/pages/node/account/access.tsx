import type { Session } from '../../../session/session.ts'
import { Handle } from './handle.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery.tsx'
import { Sessions } from './sessions.tsx'
import { Wallets } from './wallets.tsx'

/** The name of the node, and all that opens it. */
export function Access({ who }: { who: Session }) {
  return (
    <div class="stack">
      <Handle who={who} />
      <Sessions key={who.email} />
      <Passkeys />
      <RecoveryCodes />
      <Wallets />
    </div>
  )
}
