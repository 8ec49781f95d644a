import { Card } from '../../parts/card.tsx'
import type { LookUps } from './look-ups.ts'

/** What stands in the place of a result before there is one. */
export function WhatIsChecked({ lookUps }: { lookUps: LookUps }) {
  return (
    <Card title="What is checked">
      <ol class="verify-promises">
        <li>Nothing was changed since it was signed.</li>
        <li>Whose key signed it: this service’s, or one that you trust.</li>
        <li>It is fresh, and its times make sense.</li>
        <li>Its evidence and what it asserts agree.</li>
        <li>It follows the receipt before it, where you have that one.</li>
        <li>Its issuer has not taken it back.</li>
      </ol>
      <p class="small soft" role="status">
        {LOOK_UP_WORDS[lookUps.state]}
      </p>
    </Card>
  )
}

const LOOK_UP_WORDS: Readonly<Record<LookUps['state'], string>> = {
  asking: 'Asking this service for its keys and its list of revoked receipts…',
  done: 'Keys and the list of revoked receipts are here. From now on all of this works offline, too.',
  failed: 'This service could not be asked for its keys or its list of revoked receipts. The rest works all the same.',
}
