import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { type LandmarkFrame, seededRandom, whenKernelReady } from '@stillhere/engine'
import { sceneOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { decodeLandmarks, encodeLandmarks, openService, readResearchUpload } from '../../apps/server/test/measured.ts'
import { makeFolder } from '../world/processes.ts'
import { atMost, reportGoals } from './goals.ts'
import { runLoad, type Result as Sent } from './http-load.ts'
import { watchLoop } from './loop-watch.ts'
import { printTable } from './measure.ts'

const UPLOADS = 50
const ROUNDS = 40
// An exact log has room for 100; the tries are not what is measured.
const LIMITS = 'research.upload.address=100/1,research.try.address=1000000000/1'

const [, , role, target] = process.argv
await (role === 'load' ? sendLoad(Number(target)) : main())

async function main(): Promise<void> {
  await whenKernelReady()
  const frames = session()
  const body = Buffer.from(uploadText(frames))
  console.log(`an upload of ${frames.length} frames, ${body.length} bytes of JSON\n`)
  printTable(['CPU of one thread', 'ms', '÷ peer', 'limit'], cpuRows(body, frames))
  console.log()
  printTable(['landmarks', 'bytes', '÷ JSON', 'limit'], sizeRows(frames))
  console.log()
  printTable([`${UPLOADS} uploads over HTTP`, '', 'limit'], await loadRows())
}

/** The same body read, written and compressed by what Node has, as a measure of the machine in this very moment. */
function peer(body: Buffer): Buffer {
  return gzipSync(JSON.stringify(JSON.parse(body.toString())))
}

function cpuRows(body: Buffer, frames: LandmarkFrame[]): string[][] {
  const packed = encodeLandmarks(frames)
  const [reading, encoding, decoding, theirs] = cpuInTurn([
    () => readResearchUpload(body),
    () => encodeLandmarks(frames),
    () => decodeLandmarks(packed),
    () => peer(body),
  ])
  reportGoals([
    atMost('CPU of one upload of 1,200 frames (1.7 MB)', reading ?? 0, { most: 40, unit: 'ms CPU' }),
    {
      what: 'the same ÷ JSON.parse, JSON.stringify and gzip of it',
      goal: '',
      seen: ((reading ?? 0) / (theirs ?? 1)).toFixed(2),
    },
  ])
  const row = (name: string, ms = 0, limit = ''): string[] => [
    name,
    ms.toFixed(1),
    (ms / (theirs ?? 1)).toFixed(2),
    limit,
  ]
  return [
    row('read, check, judge and pack an upload', reading, '40'),
    row('of which pack', encoding),
    row('unpack, as calibration does', decoding),
    row('peer: JSON.parse, JSON.stringify, gzip', theirs),
  ]
}

// The kernel counts a thread's CPU in steps of some milliseconds, so only the sum of many calls says something.
function cpuInTurn(tasks: (() => unknown)[]): number[] {
  const totals = tasks.map(() => 0)
  for (let round = -5; round < ROUNDS; round++) {
    for (const [at, task] of tasks.entries()) {
      const before = process.threadCpuUsage()
      task()
      const { user, system } = process.threadCpuUsage(before)
      if (round >= 0) totals[at] = (totals[at] ?? 0) + (user + system) / 1000 / ROUNDS
    }
  }
  return totals
}

function sizeRows(frames: LandmarkFrame[]): string[][] {
  const row = (name: string, some: LandmarkFrame[], limit = ''): string[] => {
    const [packed, json] = [encodeLandmarks(some).length, JSON.stringify(some).length]
    return [name, String(packed), (packed / json).toFixed(3), limit]
  }
  return [
    row('as computed, 16 digits', frames, '0.25'),
    row('rounded to 4 digits', rounded(frames, 4), '0.25'),
    row('rounded to 3 digits', rounded(frames, 3), '0.25'),
  ]
}

async function loadRows(): Promise<string[][]> {
  const { port, close } = await openService(makeFolder(), { LIMITS })
  const idle = await watchLoop(() => sleep(3000))
  const busy = await watchLoop(() => loadFromElsewhere(String(port)))
  const { perSecond, failed } = busy.result
  await close()
  reportGoals([
    atMost('longest work of the event loop at one stretch during uploads', busy.workMs, { most: 20, unit: 'ms CPU' }),
    {
      what: 'longest wait of the event loop during uploads',
      goal: '',
      seen: `${busy.longestMs.toFixed(1)} ms (idle ${idle.longestMs.toFixed(1)} ms)`,
    },
  ])
  return [
    ['refused', String(failed), '0'],
    ['uploads a second', perSecond.toFixed(1), ''],
    ['event loop, longest delay, ms', busy.longestMs.toFixed(1), '20'],
    ['event loop, longest delay while nothing is done, ms', idle.longestMs.toFixed(1), ''],
    ['event loop, CPU of one upload, ms', (busy.cpuMs / UPLOADS).toFixed(1), ''],
  ]
}

/** The uploads are made and sent by another process: so many large texts would trouble the one that is measured. */
async function loadFromElsewhere(port: string): Promise<Sent> {
  const args = ['--conditions=stillhere-source', import.meta.filename, 'load', port]
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as Sent
}

async function sendLoad(port: number): Promise<void> {
  const frames = session()
  // Every upload has a motion of its own, as one that is known already takes another way.
  const bodies = Array.from({ length: UPLOADS }, (_, at) => uploadText(rounded(frames, 5, at)))
  const call = { method: 'POST', path: '/api/research/upload', bodies } as const
  console.log(JSON.stringify(await runLoad(port, call, { count: UPLOADS, connections: 4 })))
}

function session(): LandmarkFrame[] {
  return sceneOf(syntheticPerson(1), seededRandom(1), { seconds: 40 }).frames.slice(0, 1200)
}

function rounded(frames: LandmarkFrame[], digits: number, shift = 0): LandmarkFrame[] {
  const round = (value = 0) => Number((value + shift / 1000).toFixed(digits))
  return frames.map(({ t, joints }) => ({
    t: Number(t.toFixed(2)),
    joints: Object.values(joints).map(({ x, y, z }) => ({ x: round(x), y: round(y), z: round(z) })),
  }))
}

function uploadText(landmarks: LandmarkFrame[]): string {
  return JSON.stringify({
    session_id: randomUUID(),
    device: { os: 'Linux', browser: 'Chrome', viewportWidth: 1280, viewportHeight: 720 },
    lighting: 'indoor_day',
    duration_ms: 40_000,
    landmarks,
    pes_score: 0.8,
    total_frames: 1200,
    valid_frames: 1200,
    phases: [{ phase: 1, frameCount: 1200 }],
  })
}
