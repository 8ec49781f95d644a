import { integer, type Random, seededRandom } from '../src/random.ts'
import { sceneOf, syntheticPerson } from '../src/synthetic/unmarked.ts'

/** What a caller might send in place of a capture; nothing about it can be relied on. */
export type OddCapture = { imu?: unknown; frames?: unknown; camera?: unknown }

const ODD_VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  '1',
  'NaN',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -0,
  5e-324,
  1e-200,
  1e200,
  -1e308,
  2 ** 53,
  1n,
  [],
  {},
  [[1], [2, [3]]],
  Array(3),
  { length: 3 },
  { x: null },
  () => 1,
]

const SCENES = Array.from({ length: 6 }, (_, seed) => {
  const random = seededRandom(seed)
  const seconds = [8, 5, 3, 3, 2, 2][seed]
  return sceneOf(syntheticPerson(seed), random, { seconds, activity: seed % 2 === 0 ? 'gesture' : 'walk' })
})

/** Mostly small and quite broken, sometimes long and nearly right: both find other bugs. */
export function oddCapture(random: Random): unknown {
  const kind = random()
  if (kind < 0.1) return oddTree(random, 3)
  if (kind < 0.6) return { imu: oddList(random), frames: oddList(random), camera: oddList(random) }
  if (kind < 0.99) return damageScene(cut(pick(random, SCENES), random), random)
  return damageScene(pick(random, SCENES), random)
}

/** A value of no particular shape. */
export function oddTree(random: Random, depth: number): unknown {
  if (depth === 0 || random() < 0.5) return random() < 0.7 ? pick(random, ODD_VALUES) : oddNumber(random)
  const parts = Array.from({ length: integer(random, 4) }, () => oddTree(random, depth - 1))
  if (random() < 0.5) return parts
  return Object.fromEntries(parts.map((part) => [pick(random, ['imu', 'frames', 't', 'ax', 'joints', 'x']), part]))
}

function oddList(random: Random): unknown {
  if (random() < 0.2) return oddTree(random, 2)
  const t = oddNumber(random)
  return Array.from({ length: integer(random, 8) }, (_, i) =>
    random() < 0.3 ? oddTree(random, 2) : { t: t + i * 16, ...oddSample(random) },
  )
}

function oddSample(random: Random): Record<string, unknown> {
  const joints = Array.from({ length: integer(random, 3) }, () => ({
    x: oddNumber(random),
    y: 0,
    z: oddTree(random, 1),
  }))
  const keys = ['ax', 'ay', 'az', 'rx', 'ry', 'rz', 'x', 'y', 'z']
  return { ...Object.fromEntries(keys.map((key) => [key, oddNumber(random)])), joints }
}

function oddNumber(random: Random): number {
  const kind = integer(random, 4)
  if (kind === 0) return integer(random, 3) - 1
  if (kind === 1) return 20 * random() - 10
  return (random() - 0.5) * 10 ** (kind === 2 ? 6 * random() : 600 * random() - 300)
}

/** A few neighboring samples of each stream. */
function cut(scene: OddCapture, random: Random): OddCapture {
  const part = (list: unknown) => {
    const from = integer(random, 60)
    return (list as unknown[]).slice(from, from + integer(random, 12))
  }
  return { imu: part(scene.imu), frames: part(scene.frames), camera: part(scene.camera) }
}

function damageScene(scene: OddCapture, random: Random): OddCapture {
  return {
    imu: damageList(scene.imu as object[], random),
    frames: damageList(scene.frames as object[], random),
    camera: random() < 0.9 ? damageList(scene.camera as object[], random) : oddTree(random, 2),
  }
}

/** Times turned around, stretched or all alike; values held, enlarged or lost; samples left out or exchanged. */
function damageList(list: readonly object[], random: Random): unknown {
  const times = pick<(t: number, i: number) => unknown>(random, [
    (t) => t,
    (t) => t,
    (t) => -t,
    (t) => t + 40 * random(),
    (t) => 1e15 + t,
    (t) => t * 10 ** (6 * random() - 3),
    () => 5,
    (t, i) => (i === 100 ? t + 1e9 : t),
  ])
  const gain = random() < 0.7 ? 1 : 10 ** (8 * random() - 4)
  const rate = random() < 0.5 ? 0 : random() ** 3
  const samples = list.map((sample, i): unknown => {
    if (random() < 0.1 * rate) return pick(random, ODD_VALUES)
    const copy: Record<string, unknown> = { ...sample }
    copy.t = times(copy.t as number, i)
    for (const key of ['ax', 'ry']) if (gain !== 1 && key in copy) copy[key] = (copy[key] as number) * gain
    if (random() < rate) copy[pick(random, Object.keys(copy))] = pick(random, ODD_VALUES)
    return copy
  })
  return random() < 0.1 ? samples.toReversed() : samples
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[integer(random, list.length)]
}
