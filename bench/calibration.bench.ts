import { type LandmarkFrame, seededRandom } from '@stillhere/engine'
import { sceneOf, syntheticPerson } from '@stillhere/engine/synthetic'
import { compute, type StoredSession } from '../apps/server/src/calibration/computation.ts'
import { decodeLandmarks, encodeLandmarks } from '../apps/server/src/research/landmarks.ts'
import { printTable } from './measure.ts'

const PEOPLE = 100
const PAGE = 50
const SIZES = [300, 3000, 20_000]

const scenes = Array.from({ length: PEOPLE }, (_, seed) => sceneOf(syntheticPerson(seed), seededRandom(seed)).frames)

await main()

/** CPU of calibrations of several sizes against that of only unpacking the same sessions, and the memory they take. */
async function main(): Promise<void> {
  const rows: string[][] = []
  let first = Number.NaN
  for (const size of SIZES) {
    const making = await cpuOf(() => drain(sessions(size)))
    const unpacking = (await cpuOf(() => drain(sessions(size), unpack))) - making
    const watch = watchMemory()
    const calibrating = (await cpuOf(() => calibrate(size))) - making
    first = Number.isNaN(first) ? calibrating : first
    rows.push([
      String(size),
      calibrating.toFixed(2),
      (calibrating / unpacking).toFixed(1),
      (calibrating / first).toFixed(1),
      String(watch()),
    ])
  }
  printTable(['sessions of 8 s', 'CPU s', 'CPU ÷ unpacking', `CPU ÷ ${SIZES[0]} sessions`, 'resident MB, most'], rows)
  console.log('limits: 300 sessions 1 s, 20,000 sessions 60 times that, 300 MB')
}

async function calibrate(size: number): Promise<void> {
  const { calibration } = await compute({
    options: {},
    pages: sessions(size),
    onProgress: () => {},
    stopped: new AbortController().signal,
  })
  console.log(`${size}: used ${calibration.sessions}, EER ${calibration.eer}, ${calibration.warnings.length} warnings`)
}

/** Every session is of its own: a recording of one of the people, a little louder or softer. */
async function* sessions(size: number): AsyncGenerator<StoredSession[]> {
  for (let from = 0; from < size; from += PAGE) {
    yield Array.from({ length: Math.min(PAGE, size - from) }, (_, one) => session(from + one))
  }
}

function session(index: number): StoredSession {
  const person = index % PEOPLE
  const frames = varied(scenes[person] ?? [], 1 + 0.2 * Math.sin(index * 0.7))
  const landmarks = encodeLandmarks(frames)
  return { id: String(index), person: `person-${person}`, source: null, presence: 1, landmarks }
}

function varied(frames: readonly LandmarkFrame[], gain: number): LandmarkFrame[] {
  return frames.map(({ t, joints }) => ({
    t,
    joints: Object.values(joints).map(({ x, y, z }) => ({ x: x * gain, y, z: (z ?? 0) / gain })),
  }))
}

async function drain(pages: AsyncIterable<StoredSession[]>, use: (one: StoredSession) => unknown = () => {}) {
  for await (const page of pages) for (const one of page) use(one)
}

function unpack({ landmarks }: StoredSession): LandmarkFrame[] {
  return decodeLandmarks(landmarks)
}

/** Seconds of CPU of the whole process, with its threads. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

function watchMemory(): () => number {
  let most = 0
  const look = () => (most = Math.max(most, process.memoryUsage.rss()))
  const timer = setInterval(look, 20)
  return () => {
    clearInterval(timer)
    return Math.round(look() / 1e6)
  }
}
