import { isDeepStrictEqual } from 'node:util'
import { findDriftedFiles } from '../scripts/generate-vectors.ts'
import type { Answer, CaseGroup } from './answer-cases.ts'
import { caseFiles, readGroups } from './cases.ts'
import { allRunners, NotMade, type Runner, runnerOf } from './runners.ts'

type Disagreement = { name: string; expected: unknown; got: unknown }
type Report = { runner: string; cases: number; disagreements: Disagreement[]; seconds: number; problem?: string }

const SHOWN_LENGTH = 600

async function main(): Promise<void> {
  const paths = caseFiles()
  const expected = readGroups(paths).flatMap((group) =>
    group.cases.map((one): Expected => ({ name: one.name, kind: group.kind, expected: one.expected })),
  )
  // A program named as argument is asked alone, see docs/port-the-verifier.md.
  const program = process.argv.slice(2)
  const runners = program.length > 0 ? [runnerOf(program)] : await allRunners()
  const reports: Report[] = []
  // One after the other: side by side they would only take each other's time.
  for (const runner of runners) reports.push(await ask(runner, { paths, expected }))
  const drifted = program.length > 0 ? [] : findDriftedFiles()
  printTable(reports)
  reports.forEach(printDisagreements)
  for (const file of drifted) console.log(`\nvectors/cases/${file} is not what scripts/generate-vectors.ts writes`)
  const failed = sum(reports, ({ disagreements }) => disagreements.length) + drifted.length
  console.log(`\n${sum(reports, countAgreements)} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
}

type Expected = { name: string; kind: CaseGroup['kind']; expected: unknown }
type Question = { paths: string[]; expected: Expected[] }

async function ask({ name: runner, answer, agrees }: Runner, { paths, expected }: Question): Promise<Report> {
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  try {
    const answers = await answer(paths)
    return { runner, cases: expected.length, disagreements: compare(expected, answers, agrees), seconds: seconds() }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    const isForgiven = error instanceof NotMade && process.env.REQUIRE_BROWSER !== '1'
    if (isForgiven) return { runner, cases: 0, disagreements: [], seconds: seconds(), problem: `not made: ${problem}` }
    const disagreements = expected.map((one) => ({ ...one, got: undefined }))
    return { runner, cases: expected.length, disagreements, seconds: seconds(), problem: `failed: ${problem}` }
  }
}

function compare(expected: Expected[], answers: Answer[], agrees: Runner['agrees'] = isAsExpected): Disagreement[] {
  const answerOf = new Map(answers.map(({ name, answer }) => [name, answer]))
  return expected.flatMap((one) => {
    // Through JSON, because answers may come from another realm or process.
    const got: unknown = JSON.parse(JSON.stringify(answerOf.get(one.name) ?? null))
    return agrees({ ...one, got }) ? [] : [{ ...one, got }]
  })
}

const isAsExpected: NonNullable<Runner['agrees']> = ({ expected, got }) => isDeepStrictEqual(got, expected)

function printTable(reports: Report[]): void {
  const rows = reports.map((report) => [
    report.runner,
    String(report.cases),
    String(countAgreements(report)),
    String(report.disagreements.length),
    report.seconds.toFixed(1),
  ])
  const table = [['runner', 'cases', 'agreed', 'disagreed', 'seconds'], ...rows]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  for (const [runner = '', ...numbers] of table) {
    const cells = numbers.map((number, index) => number.padStart(widths[index + 1] ?? 0))
    console.log([runner.padEnd(widths[0] ?? 0), ...cells].join('  '))
  }
}

function printDisagreements({ runner, disagreements, problem }: Report): void {
  if (problem !== undefined) {
    console.log(`\n${runner}: ${problem}`)
    return
  }
  for (const { name, expected, got } of disagreements) {
    console.log(`\n${runner}: ${name}\n  expected ${shorten(expected)}\n  got      ${shorten(got)}`)
  }
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text
}

function countAgreements({ cases, disagreements }: Report): number {
  return cases - disagreements.length
}

function sum(reports: Report[], count: (report: Report) => number): number {
  return reports.reduce((total, report) => total + count(report), 0)
}

await main()
