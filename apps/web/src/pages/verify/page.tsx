import './verify.css'
import { PageHead } from '../../parts/page-head.tsx'
import { type Desk, useDesk } from './flow/use-verification.ts'
import { HowToJudge } from './view/options.tsx'
import { Intake } from './view/receipt-input.tsx'
import { Results } from './view/results.tsx'
import { WhatIsChecked } from './view/what-is-checked.tsx'

/** Checks receipts in the browser: who signed them, when, and whether a byte was changed. */
export function Page() {
  const desk = useDesk()
  return (
    <div class="stack-wide">
      <PageHead
        title="Verify a receipt"
        lead="Who signed it, when, and whether a byte was changed. The check happens in this browser, and the receipt goes nowhere."
      />
      <div class="verify">
        <div class="stack">
          <Intake desk={desk} />
          <HowToJudge desk={desk} />
        </div>
        <Outcome desk={desk} />
      </div>
    </div>
  )
}

function Outcome({ desk }: { desk: Desk }) {
  return desk.papers.length === 0 ? <WhatIsChecked lookUps={desk.lookUps} /> : <Results desk={desk} />
}
