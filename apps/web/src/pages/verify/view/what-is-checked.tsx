import { CHECKS, DEMANDS } from '@stillhere/client/receipt/view'
import { Card } from '../../../parts/card.tsx'
import type { LookUps } from '../flow/issuer-data.ts'

const LOOKED_UP = DEMANDS.filter(({ name }) => name === 'issuer' || name === 'revocation')

/** What stands in the place of a result before there is one. */
export function WhatIsChecked({ lookUps }: { lookUps: LookUps }) {
  return (
    <Card title="What is checked">
      <ol class="verify-promises">
        {[...CHECKS, ...LOOKED_UP].map(({ name, label, promise }) => (
          <li key={name}>
            <b>{label}.</b> {promise}
          </li>
        ))}
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
