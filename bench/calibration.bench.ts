import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compute, type StoredLandmarks } from '../apps/server/src/calibration/computation.ts'
import { decodeLandmarks } from '../apps/server/src/research/landmarks.ts'
import { PEOPLE } from './calibration-data.ts'
import { printTable } from './measure.ts'

const PAGE = 50
const SIZES = [300, 3000, 20_000]

// As the service does.
enableCompileCache()
await main()

/** CPU of calibrations of several sizes against that of only unpacking the same sessions, and the memory they take. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stillhere-bench-'))
  const file = join(folder, 'sessions')
  const maker = join(import.meta.dirname, 'calibration-data.ts')
  execFileSync(process.execPath, ['--conditions=stillhere-source', maker, file, String(Math.max(...SIZES))])
  // The first thread fills the cache.
  await calibrate(file, 10)
  const rows: string[][] = []
  let first = Number.NaN
  for (const size of SIZES) {
    const watch = watchMemory()
    const calibrating = await cpuOf(() => calibrate(file, size))
    const residentMb = watch()
    const unpacking = await cpuOf(() => unpackAll(file, size))
    first = Number.isNaN(first) ? calibrating : first
    const ratios = [calibrating / unpacking, calibrating / first].map((ratio) => ratio.toFixed(1))
    rows.push([String(size), calibrating.toFixed(2), ...ratios, String(residentMb)])
  }
  rmSync(folder, { recursive: true })
  printTable(['sessions of 8 s', 'CPU s', 'CPU ÷ unpacking', `CPU ÷ ${SIZES[0]} sessions`, 'resident MB, most'], rows)
  console.log('limits: 300 sessions 1.5 s, 20,000 sessions 60 times that, 300 MB')
}

async function calibrate(file: string, size: number): Promise<void> {
  const { calibration } = await compute({
    options: {},
    pages: sessions(file, size),
    onProgress: () => {},
    stopped: new AbortController().signal,
  })
  const { duplicates, unusable, outliers } = calibration.excluded
  console.log(`${size}: used ${calibration.sessions}; left out ${duplicates} + ${unusable} + ${outliers}`)
}

async function unpackAll(file: string, size: number): Promise<void> {
  for await (const page of sessions(file, size)) for (const { landmarks } of page) decodeLandmarks(landmarks)
}

async function* sessions(file: string, size: number): AsyncGenerator<StoredLandmarks[]> {
  const input = await open(file)
  for (let from = 0; from < size; from += PAGE) {
    const page: StoredLandmarks[] = []
    for (let index = from; index < Math.min(size, from + PAGE); index++) page.push(await session(input, index))
    yield page
  }
  await input.close()
}

async function session(input: FileHandle, index: number): Promise<StoredLandmarks> {
  const length = Buffer.alloc(4)
  await input.read(length)
  const landmarks = Buffer.alloc(length.readUInt32LE())
  await input.read(landmarks)
  return { id: String(index), person: `person-${index % PEOPLE}`, source: null, presence: 1, landmarks }
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
