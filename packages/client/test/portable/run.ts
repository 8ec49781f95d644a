import { GROUPS, type Groups } from './all.ts'

export type PortableReport = { passed: number; failures: string[] }

/** Runs every case one after the other; a failure is named by its group, its case and what was wrong. */
export async function runPortable(groups: Groups = GROUPS): Promise<PortableReport> {
  const report: PortableReport = { passed: 0, failures: [] }
  for (const [group, { cases }] of Object.entries(groups)) {
    for (const [name, test] of Object.entries(cases)) {
      try {
        await test()
        report.passed++
      } catch (error) {
        report.failures.push(`${group}: ${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  return report
}
