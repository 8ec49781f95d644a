import { Card } from '../../parts/card.tsx'
import { AddDevicePasskey, AddSecurityKey } from '../../passkeys/add-passkey.tsx'
import { WORDS } from './words.ts'

export type PasskeyFirstProps = { assurance: number; onAdded: () => void }

/** For a node without a passkey that could sign at this level. Few people see it, so it is a script of its own. */
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
