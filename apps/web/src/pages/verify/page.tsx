import './verify.css'
import '../../parts/print.css'
import { PageHead } from '../../parts/page-head.tsx'
import { useVerification } from './flow/use-verification.ts'
import { OptionsForm } from './view/options.tsx'
import { ReceiptInput } from './view/receipt-input.tsx'
import { Results } from './view/results.tsx'
import { WhatIsChecked } from './view/what-is-checked.tsx'
import { WORDS } from './words.ts'

/** Checks receipts in the browser: who signed them, when, and whether a byte was changed. The answer comes first. */
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
