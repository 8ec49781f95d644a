import type { FamilyFigures } from './presence.ts'
import type { ArenaReport } from './report.ts'

/** A small report with round figures, for tests. */
export function tinyReport(): ArenaReport {
  const det = [
    { threshold: 0, fmr: 1, fnmr: 0 },
    { threshold: 0.5, fmr: 0.3, fnmr: 0.05 },
    { threshold: Number.POSITIVE_INFINITY, fmr: 0, fnmr: 1 },
  ]
  const counts = Array.from({ length: 25 }, (_, i) => i)
  const family = (name: string, kind: FamilyFigures['kind'], apcer5: number): FamilyFigures => ({
    name,
    kind,
    description: `the family ${name}`,
    windows: 10,
    apcer5: { value: apcer5, low: 0.1, high: 0.5 },
    apcer1: { value: 2 * apcer5, low: 0.4, high: 0.8 },
    apcerAtLine: 0.2,
    auc: 1 - apcer5,
    histogram: counts.toReversed(),
    det,
  })
  return {
    data: 'two made-up people',
    seed: 7,
    presence: {
      people: 2,
      windows: 4,
      threshold5: 0.4,
      threshold1: 0.2,
      bpcerAtLine: { value: 0.25, low: 0, high: 0.5 },
      histogram: counts,
      families: [family('easy', 'forged', 0), family('hard', 'forged', 0.3), family('again', 'replay', 0.9)],
      det,
    },
    identity: [
      {
        group: 'hands',
        people: 2,
        genuine: 4,
        impostor: 40,
        eer: { value: 0.12, low: 0.08, high: 0.16 },
        fmrAtHalf: 0.1,
        fnmrAtHalf: 0.2,
        fnmrAtFmr1: null,
        det,
      },
    ],
    replay: {
      remembered: 2,
      falseAlarms: { value: 0.01, low: 0, high: 0.03 },
      families: [{ name: 'again', description: 'once more', windows: 2, missed: { value: 0, low: 0, high: 0.8 } }],
    },
    challenge: [
      { name: 'willing', description: 'a willing person', attempts: 48, passed: { value: 0.95, low: 0.9, high: 0.99 } },
    ],
    contracts: { calls: 120, broken: [] },
  }
}
