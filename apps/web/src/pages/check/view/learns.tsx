import { LEVEL_ONE_WORDS, LEVEL_TWO_WORDS } from '../../../parts/assurance-words.ts'
import { Button } from '../../../parts/button.tsx'
import { findEnrollment, forgetNobodysEnrollment } from '../../../session/enrollment-store.ts'
import { session } from '../../../session/session.ts'
import type { CheckFacts } from '../flow/facts.ts'
import { WORDS } from '../words.ts'

/** What is shared, said before anything is. */
export function Learns({ facts: { site, assurance } }: { facts: CheckFacts }) {
  return (
    <details class="small check-learns">
      <summary>{WORDS.learns}</summary>
      <p>{WORDS.learnsName(site)}</p>
      <p>{assurance > 1 ? LEVEL_TWO_WORDS : LEVEL_ONE_WORDS}</p>
      <Forget />
    </details>
  )
}

/** For whoever is enrolled without a node; nodes do it on Scan. */
function Forget() {
  if (session.value !== null || findEnrollment(null, Date.now()) === null) return null
  return (
    <>
      <p>{WORDS.kept}</p>
      <p>
        <Button kind="quiet" onClick={forgetNobodysEnrollment}>
          {WORDS.forget}
        </Button>
      </p>
    </>
  )
}
