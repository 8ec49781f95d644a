import { LEVEL_ONE_WORDS } from '../../../parts/assurance-words.ts'
import { Button } from '../../../parts/button.tsx'
import { findEnrollment, forgetNobodysEnrollment } from '../../../session/enrollment-store.ts'
import { session } from '../../../session/session.ts'
import { say } from '../../../words/speak.ts'
import type { CheckFacts } from '../flow/facts.ts'
import { WORDS } from '../words.ts'

const LEVEL_TWO_WORDS = say('It also learns that the scan was made in real time, and that a passkey signed it.')

/** What is shared, said before anything is. */
export function Learns({ facts: { site, assurance } }: { facts: CheckFacts }) {
  return (
    <details class="small check-learns">
      <summary>{WORDS.learns}</summary>
      <p>{WORDS.learnsName(site)}</p>
      <p>
        {LEVEL_ONE_WORDS} {assurance > 1 ? LEVEL_TWO_WORDS : ''}
      </p>
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
