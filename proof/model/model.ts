import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasProgram } from '../../scripts/programs.ts'

const FILE = join(import.meta.dirname, 'requests.pml')

/** The number of people asked, and how many of them must approve. */
export const QUORUMS = [
  { people: 1, need: 1 },
  { people: 3, need: 2 },
] as const

/** Spin's invalid end state: every process waits for a row that no transaction frees. */
const WAITS_FOR_EVER = 'no transaction waits for ever'

/** Errors that the model must find: the -D flag that plants one, what it is in the service, and the invariant that it breaks. */
export const PLANTED_ERRORS = [
  {
    flag: 'PEOPLE_APART',
    error: 'the people are inserted in a transaction after the request',
    breaks: 'all people are asked, or none',
  },
  {
    flag: 'COUNT_KEYS',
    error: 'keys are counted instead of people',
    breaks: 'granted only by as many different people as are needed',
  },
  {
    flag: 'EXPIRY_BEFORE_LOCK',
    error: 'the expiry is only looked at before the scan',
    breaks: 'granted only before it expires',
  },
  {
    flag: 'STATE_BEFORE_LOCK',
    error: 'the state is only looked at before the row is locked',
    breaks: 'a request that has ended stays as it is',
  },
  {
    flag: 'COUNT_BEFORE_LOCK',
    error: 'the counter of grants is read before the row is locked',
    breaks: 'the last decision ends the request',
  },
  {
    flag: 'GRANT_OUTLIVES_REFUSAL',
    error: 'a person who approved and then refuses leaves the grant behind',
    breaks: 'granted only by as many different people as are needed',
  },
  {
    flag: 'REVOKED_COUNTS',
    error: 'grants are not counted again when a request is redeemed',
    breaks: 'redeemed only with the approvals that still count',
  },
  {
    flag: 'REDEEM_WITHOUT_LOCK',
    error: 'a request is redeemed without a lock',
    breaks: 'redeemed at most once',
  },
  { flag: 'REDEEM_FOR_EVER', error: 'a grant can be redeemed at any time', breaks: 'redeemed only in time' },
  {
    flag: 'ANSWER_APART',
    error: 'the response to a redemption is stored after its commit',
    breaks: 'the response to a redemption is stored with it',
  },
  { flag: 'EVENT_APART', error: 'an end is announced after its commit', breaks: 'each end is announced once' },
  {
    flag: 'ANSWER_BEFORE_COMMIT',
    error: 'a person is answered before the commit',
    breaks: 'a decision that was confirmed to the person lasts',
  },
  { flag: 'LOCK_OUTLIVES_PROCESS', error: 'a lock outlives the process that took it', breaks: WAITS_FOR_EVER },
] as const

export type ModelResult = {
  states: number
  /** Statements of the service that no run reaches: what is never done can't break anything. */
  unreached: string[]
  /** The invariant that doesn't hold, and the shortest way there. */
  violation: { invariant: string; steps: string[] } | undefined
}

/** Returns the programs that the model needs and that are not installed. */
export function listMissingPrograms(): string[] {
  return ['spin', 'gcc'].filter((name) => !hasProgram(name))
}

type PlantedFlag = (typeof PLANTED_ERRORS)[number]['flag']
type Quorum = { people: number; need: number }

/** Goes through every state that the model can reach. */
export function checkModel({ people, need }: Quorum): ModelResult {
  return runSpin([`-DPEOPLE=${people}`, `-DNEED=${need}`, FILE], ['-O1'])
}

/** Looks for a planted error. Breadth first finds the shortest way to it, where depth first is sooner through all states. */
export function checkPlanted(flag: PlantedFlag): ModelResult {
  // Two people show the others sooner.
  const people = flag === 'GRANT_OUTLIVES_REFUSAL' ? 3 : 2
  return runSpin([`-DPEOPLE=${people}`, '-DNEED=2', `-D${flag}`, FILE], ['-O0', '-DBFS'])
}

function runSpin(model: readonly string[], search: readonly string[]): ModelResult {
  const folder = mkdtempSync(join(tmpdir(), 'stillhere-model-'))
  const run = (name: string, ...args: string[]) => {
    const { status, stdout, stderr, error } = spawnSync(name, args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${name} failed: ${error?.message ?? `${stdout}${stderr}`}`)
    return stdout
  }
  try {
    run('spin', '-a', ...model)
    run('gcc', ...search, '-w', '-DSAFETY', '-o', 'pan', 'pan.c')
    const report = run(join(folder, 'pan'))
    if (report.includes('search depth too small')) throw new Error('there are states deeper than spin went')
    const states = readNumber(report, /(\d+) states, stored/)
    if (readNumber(report, /errors: (\d+)/) > 0)
      return {
        states,
        unreached: [],
        violation: readViolation(report, run('spin', '-k', 'requests.pml.trail', ...model)),
      }
    const unreached = /unreached in proctype service\n([^(]*)/.exec(report)?.[1]?.match(/^.*pml:.*$/gm) ?? []
    return { states, unreached: unreached.filter((line) => !line.endsWith('"-end-"')), violation: undefined }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readViolation(report: string, replay: string): NonNullable<ModelResult['violation']> {
  const steps = replay.split('\n').flatMap((line) => /^\s*(process \d+: .*)$/.exec(line)?.[1] ?? [])
  if (/^pan:.*invalid end state/m.test(report)) return { invariant: WAITS_FOR_EVER, steps }
  const line = readNumber(replay, /requests\.pml:(\d+), Error: assertion violated/)
  const invariant = /\/\* (.*) \*\//.exec(readFileSync(FILE, 'utf8').split('\n')[line - 1] ?? '')?.[1]
  if (invariant === undefined) throw new Error(`line ${line} of ${FILE} names no invariant`)
  return { invariant, steps }
}

function readNumber(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`${String(pattern)} is not in the output of spin:\n${text}`)
  return Number(found)
}
