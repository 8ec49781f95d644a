import './verify.css'
import '../../parts/print.css'
import { CHECKS, DEMANDS } from '@stillhere/client/receipt/view'
import { Card, PageHead } from '../../parts/card.tsx'
import { VOICE } from '../../receipts/voice.ts'
import { OptionsForm } from './options.tsx'
import { ReceiptInput } from './receipt-input.tsx'
import { Results } from './results.tsx'
import { type IssuerDataState, useVerification } from './use-verification.ts'
import { RESULT_WORDS, WORDS } from './words.ts'

/** Shows the Verify page: judges receipts in the browser, with the results above the form that takes them. */
export function Page() {
  const verification = useVerification()
  const hasResult = verification.documents.length > 0
  return (
    <div class="stack-wide">
      <PageHead title={WORDS.title} lead={WORDS.lead} />
      <div class={hasResult ? 'verify verify-answered' : 'verify'}>
        {hasResult ? <Results key="results" verification={verification} /> : null}
        <div key="input" class="stack no-print">
          <ReceiptInput verification={verification} />
          <OptionsForm verification={verification} />
          <p>
            <a href="/receipts">{WORDS.yours}</a>
          </p>
        </div>
        {hasResult ? null : <WhatIsChecked key="promises" issuerData={verification.issuerData} />}
      </div>
    </div>
  )
}

const LOOKUPS = DEMANDS.filter(({ name }) => name === 'issuer' || name === 'revocation')

/** Lists the verification checks and what each one promises, before there is a result. */
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
