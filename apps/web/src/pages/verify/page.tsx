import './verify.css'
import { PageHead } from '../../parts/page-head.tsx'
import { type Verification, useVerification } from './flow/use-verification.ts'
import { OptionsForm } from './view/options.tsx'
import { ReceiptInput } from './view/receipt-input.tsx'
import { Results } from './view/results.tsx'
import { WhatIsChecked } from './view/what-is-checked.tsx'

/** Checks receipts in the browser: who signed them, when, and whether a byte was changed. */
export function Page() {
  const verification = useVerification()
  return (
    <div class="stack-wide">
      <PageHead
        title="Verify a receipt"
        lead="Who signed it, when, and whether a byte was changed. The check happens in this browser, and the receipt goes nowhere."
      />
      <div class="verify">
        <div class="stack">
          <ReceiptInput verification={verification} />
          <OptionsForm verification={verification} />
        </div>
        <Outcome verification={verification} />
      </div>
    </div>
  )
}

function Outcome({ verification }: { verification: Verification }) {
  return verification.documents.length === 0 ? (
    <WhatIsChecked issuerData={verification.issuerData} />
  ) : (
    <Results verification={verification} />
  )
}
