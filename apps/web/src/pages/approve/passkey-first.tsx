import { Card } from '../../parts/card.tsx'
import { AddDevicePasskey, AddSecurityKey } from '../../passkeys/add-passkey.tsx'
import { WORDS } from './words.ts'

export type PasskeyFirstProps = { assurance: number; onAdded: () => void }

/**
 * Shows the form that adds a passkey (a security key for level 3), for a node that has none to sign an approval at level `assurance`.
 * Calls `onAdded` once it is added. Loaded on demand.
 */
export function PasskeyFirst({ assurance, onAdded }: PasskeyFirstProps) {
  if (assurance === 3)
    return (
      <Card title={WORDS.keyTitle}>
        <p>{WORDS.keyText}</p>
        <AddSecurityKey onAdded={onAdded} />
      </Card>
    )
  return (
    <Card title={WORDS.passkeyTitle}>
      <p>{assurance > 0 ? WORDS.passkeyText(assurance) : WORDS.passkeyAlone}</p>
      <AddDevicePasskey onAdded={onAdded} />
    </Card>
  )
}
