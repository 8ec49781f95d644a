import { copyTemplate, type Cluster } from '../../apps/server/test/cluster.ts'
import { AREAS } from './areas/index.ts'
import type { Defect } from './defects.ts'
import { drawPlans, play, type Violation } from './play.ts'
import { describeViolation, shrink } from './shrink.ts'
import { openWorld, type World } from './world.ts'

/** How many subjects of each area go side by side in a wave, and through how many rounds. */
type WaveSize = { subjects: number; rounds: number }

const USUAL_SIZE: WaveSize = { subjects: 4, rounds: 30 }

export type RunOptions = {
  processes: number
  operations: number
  /** Of the first wave; each further one has the next. */
  seed: number
  defect?: Defect | undefined
  size?: WaveSize
  /** Only whether something is found counts, not the shortest history that finds it. */
  isShort?: true
  /** Called after each wave. */
  tell?: (operations: number) => void
}

/** How many operations were done, and what was found, with the seed of the wave that found it. */
export type Outcome = { operations: number; found?: { seed: number; words: string; area: string } }

// Nothing is erased in a history, so numbers that are given out have no gap.
const GAPS = `SELECT 'positions of applicants have no gap' AS rule FROM recruitment_application
    HAVING count(*) > 0 AND (max(position_number) <> count(*) OR count(DISTINCT position_number) <> count(*))
  UNION ALL SELECT 'genesis numbers are 1 to 100 without a gap' FROM node WHERE genesis_index IS NOT NULL
    HAVING count(*) > 0 AND (max(genesis_index) <> count(*) OR max(genesis_index) > 100)`

/** Lists the rules over the whole database that do not hold any more. */
async function findBroken({ ask }: World): Promise<string[]> {
  const gaps = await ask('query', { text: GAPS })
  return [...(await ask('findViolations')), ...gaps.map(({ rule }) => String(rule))]
}

type Place = Pick<Cluster, 'connection' | 'template'>

/** Plays waves of histories on a fresh database, one subject of every area in each, until there were enough operations or one is violated. */
export async function run(place: Place, options: RunOptions): Promise<Outcome> {
  const { connection, drop } = await copyTemplate(place)
  try {
    const world = await openWorld({ connection, processes: options.processes, defect: options.defect })
    try {
      return await playWaves(world, options)
    } finally {
      await world.stop()
    }
  } finally {
    await drop()
  }
}

async function playWaves(world: World, options: RunOptions): Promise<Outcome> {
  const { processes, operations: wanted, seed: first, isShort, tell } = options
  const { subjects, rounds } = options.size ?? USUAL_SIZE
  let operations = 0
  for (let seed = first; operations < wanted; seed++) {
    const plans = drawPlans(AREAS, { seed, lanes: subjects * AREAS.length, rounds, atOnce: processes })
    const played = await play(world, plans)
    operations += played.operations
    tell?.(operations)
    if (played.violation) {
      const shortest = isShort ? played.violation : await shrink(world, played.violation)
      return { operations, found: describe(seed, shortest) }
    }
    const [broken] = await findBroken(world)
    if (broken !== undefined)
      return { operations, found: { seed, area: 'invariant', words: `no longer true: ${broken}` } }
  }
  return { operations }
}

function describe(seed: number, violation: Violation): NonNullable<Outcome['found']> {
  return { seed, area: violation.area.name, words: describeViolation(violation) }
}
