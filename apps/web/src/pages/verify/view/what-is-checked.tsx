import { CHECKS, DEMANDS } from '@stillhere/client/receipt/view'
import { Card } from '../../../parts/card.tsx'
import { VOICE } from '../../../receipts/voice.ts'
import type { IssuerDataState } from '../flow/issuer-data.ts'
import { RESULT_WORDS, WORDS } from '../words.ts'

const LOOKUPS = DEMANDS.filter(({ name }) => name === 'issuer' || name === 'revocation')

/** What stands in the place of a result before there is one. */
export function WhatIsChecked({ issuerData }: { issuerData: IssuerDataState }) {
  return (
    <Card title={RESULT_WORDS.promises}>
      <ol class="verify-promises">
        {[...CHECKS, ...LOOKUPS].map(({ name, label, promise }) => (
          <li key={name}>
            <b>{VOICE.say(label)}.</b> {VOICE.say(promise)}
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
  if (isBusy) return WORDS.waiting
  return isComplete ? RESULT_WORDS.ready : RESULT_WORDS.notReady
}
