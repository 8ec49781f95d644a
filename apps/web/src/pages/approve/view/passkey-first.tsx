import { Card } from '../../../parts/card.tsx'
import { AddPasskey } from '../../../passkeys/add-passkey.tsx'
import type { Preparation } from '../flow/use-preparation.ts'
import { WORDS } from '../words.ts'

/** What the page knows of a passkey that is missing. */
export type PasskeyFirstProps = {
  assurance: number
  missing: NonNullable<Preparation['missingPasskey']>
  onAdded: () => void
}

/** For a node without a passkey that could sign. Few people see it, so it is a script of its own. */
export function PasskeyFirst({ assurance, missing, onAdded }: PasskeyFirstProps) {
  return (
    <Card title={WORDS.passkeyTitle}>
      <p>{WORDS.passkeyText(assurance)}</p>
      <AddPasskey needsCode={missing.needsCode} onAdded={onAdded} />
    </Card>
  )
}
