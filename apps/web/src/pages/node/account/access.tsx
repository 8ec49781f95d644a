import type { Session } from '../../../session/session.ts'
import { Handle } from './handle.tsx'
import { Tokens } from './tokens.tsx'
import { Wallets } from './wallets.tsx'

/** The name of the node, and all that opens it. */
export function Access({ who }: { who: Session }) {
  return (
    <div class="stack">
      <Handle who={who} />
      <Tokens key={who.token} />
      <Wallets />
    </div>
  )
}
