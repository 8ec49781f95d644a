import type { CaseGroup } from './case-group.ts'
import { draft } from './drafts.ts'
import { ABSENT, type JsonObject } from './json.ts'
import { type Findings, receiptCase } from './receipt-case.ts'
import { signReceipt } from './signing.ts'

const HOLDS: Findings = {}
const CONTRADICTS: Findings = { V3: 'INCONSISTENT_ASSERTIONS' }

type Row = [observed: boolean, continuous: boolean, intact: boolean, otherwise: Findings, pass: Findings]

// Observation, continuity, integrity; what V3 finds with any other verdict or none, and what it finds with PASS.
const ROWS: Row[] = [
  [true, true, true, HOLDS, HOLDS],
  [true, true, false, HOLDS, CONTRADICTS],
  [true, false, true, HOLDS, CONTRADICTS],
  [true, false, false, HOLDS, CONTRADICTS],
  [false, true, true, CONTRADICTS, CONTRADICTS],
  [false, true, false, CONTRADICTS, CONTRADICTS],
  [false, false, true, HOLDS, CONTRADICTS],
  [false, false, false, HOLDS, CONTRADICTS],
]

export const assertionCases: CaseGroup = {
  topic: 'assertions',
  kind: 'receipt',
  about: 'V3. All values of the three assertions, with every verdict and without one.',
  cases: ROWS.flatMap(([observed, continuous, intact, otherwise, pass]) =>
    ([ABSENT, 'PASS', 'FAIL', 'INSUFFICIENT_EVIDENCE'] as const).map((verdict) => {
      const verdictName = verdict === ABSENT ? 'none' : verdict.toLowerCase()
      const values = [observed, continuous, intact].map((value) => (value ? 'yes' : 'no')).join('-')
      return receiptCase(
        `${values}-${verdictName}`,
        `observation ${observed}, continuity ${continuous}, integrity ${intact}, verdict ${verdictName}`,
        {
          receipt: signReceipt(draft({ '/verdict': verdict, '/assertions': assertions(observed, continuous, intact) })),
          finds: verdict === 'PASS' ? pass : otherwise,
        },
      )
    }),
  ),
}

function assertions(observed: boolean, continuous: boolean, intact: boolean): JsonObject {
  return {
    observationOccurred: { value: observed, confidence: 0.5 },
    continuityMaintained: { value: continuous, confidence: 0.25 },
    receiptIntegrity: { value: intact, confidence: 0 },
  }
}
