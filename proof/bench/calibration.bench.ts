import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CalibrationOptions } from '@stillhere/engine'
import { runCalibration, type StoredSession } from '../../apps/server/src/scan/calibration/computation.ts'
import { decodeLandmarks, decodeStrokes, PEOPLE } from './calibration-data.ts'
import { printTable } from './measure.ts'

/** Sessions of one kind: what they are called, and how they are calibrated, stored and unpacked. */
type Kind = {
  name: 'landmarks' | 'strokes'
  words: string
  options: CalibrationOptions
  toSession: (index: number, packed: Uint8Array) => StoredSession
  unpack: (packed: Uint8Array) => unknown
}

const PAGE = 50
const SIZES = [300, 3000, 20_000]

const personOf = (index: number) => ({ id: String(index), person: `person-${index % PEOPLE}` })
const LANDMARKS: Kind = {
  name: 'landmarks',
  words: 'sessions of 8 s',
  options: {},
  toSession: (index, landmarks) => ({ ...personOf(index), source: null, presence: 1, landmarks }),
  unpack: decodeLandmarks,
}
// Everybody comes from a network of their own, and with each session on another day.
const STROKES: Kind = {
  name: 'strokes',
  words: 'sessions of strokes',
  options: { featureMode: 'strokes' },
  toSession: (index, strokes) => {
    const [source, day] = [`network-${index % PEOPLE}`, `day ${Math.floor(index / PEOPLE)}`]
    return { ...personOf(index), source, day, device: 'a phone', strokes }
  },
  unpack: decodeStrokes,
}

// As the service does.
enableCompileCache()
await main()

/** CPU of calibrations of several sizes against that of only unpacking the same sessions, and the memory they take. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stillhere-bench-'))
  for (const kind of [LANDMARKS, STROKES]) await measureKind(kind, join(folder, kind.name))
  rmSync(folder, { recursive: true })
  console.log('limits: 300 sessions 1.5 s, 20,000 sessions 60 times that, 300 MB')
}

async function measureKind(kind: Kind, file: string): Promise<void> {
  const maker = join(import.meta.dirname, 'calibration-data.ts')
  const args = [maker, file, String(Math.max(...SIZES)), kind.name]
  execFileSync(process.execPath, ['--conditions=stillhere-source', ...args])
  // The first thread fills the cache.
  await calibrate(kind, file, 10)
  const rows: string[][] = []
  let first = Number.NaN
  for (const size of SIZES) {
    const watch = watchMemory()
    const calibrating = await cpuOf(() => calibrate(kind, file, size))
    const residentMb = watch()
    const unpacking = await cpuOf(() => unpackAll(kind, file, size))
    first = Number.isNaN(first) ? calibrating : first
    const ratios = [calibrating / unpacking, calibrating / first].map((ratio) => ratio.toFixed(1))
    rows.push([String(size), calibrating.toFixed(2), ...ratios, String(residentMb)])
  }
  printTable([kind.words, 'CPU s', 'CPU ÷ unpacking', `CPU ÷ ${SIZES[0]} sessions`, 'resident MB, most'], rows)
}

async function calibrate(kind: Kind, file: string, size: number): Promise<void> {
  const { calibration } = await runCalibration({
    options: kind.options,
    pages: sessions(kind, file, size),
    onProgress: () => {},
    stopped: new AbortController().signal,
  })
  const { duplicates, unusable, outliers } = calibration.excluded
  console.log(`${size}: used ${calibration.sessions}; left out ${duplicates} + ${unusable} + ${outliers}`)
}

async function unpackAll(kind: Kind, file: string, size: number): Promise<void> {
  for await (const page of packedPages(file, size)) for (const packed of page) kind.unpack(packed)
}

async function* sessions(kind: Kind, file: string, size: number): AsyncGenerator<StoredSession[]> {
  let index = 0
  for await (const page of packedPages(file, size)) yield page.map((packed) => kind.toSession(index++, packed))
}

async function* packedPages(file: string, size: number): AsyncGenerator<Uint8Array[]> {
  const input = await open(file)
  for (let from = 0; from < size; from += PAGE) {
    const page: Uint8Array[] = []
    for (let index = from; index < Math.min(size, from + PAGE); index++) page.push(await readPacked(input))
    yield page
  }
  await input.close()
}

async function readPacked(input: FileHandle): Promise<Uint8Array> {
  const length = Buffer.alloc(4)
  await input.read(length)
  const packed = Buffer.alloc(length.readUInt32LE())
  await input.read(packed)
  return packed
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
