import { CHECKS, DEMANDS } from '@stillhere/client/receipt/view'
import { Card } from '../../../parts/card.tsx'
import type { IssuerDataState } from '../flow/issuer-data.ts'

const LOOKUPS = DEMANDS.filter(({ name }) => name === 'issuer' || name === 'revocation')

/** What stands in the place of a result before there is one. */
export function WhatIsChecked({ issuerData }: { issuerData: IssuerDataState }) {
  return (
    <Card title="What is checked">
      <ol class="verify-promises">
        {[...CHECKS, ...LOOKUPS].map(({ name, label, promise }) => (
          <li key={name}>
            <b>{label}.</b> {promise}
          </li>
        ))}
      </ol>
      <p class="small soft" role="status">
        {describeData(issuerData)}
      </p>
    </Card>
  )
}

function describeData({ isBusy, isComplete }: IssuerDataState): string {
  if (isBusy) return 'Asking this service for its keys and its list of revoked receipts…'
  return isComplete
    ? 'Keys and the list of revoked receipts are here. From now on all of this works offline, too.'
    : 'This service could not be asked for its keys or its list of revoked receipts. The rest works all the same.'
}
