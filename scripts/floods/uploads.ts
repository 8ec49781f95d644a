import { seededRandom } from '@stillhere/engine'
import { sceneOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { startBystander } from './bystander.ts'
import { resourcesOf } from './figures.ts'
import { startGenerator, startService } from './programs.ts'
import { addressOf, type RequestParts } from './requests.ts'
import type { Row } from './table.ts'
import { refusesClearly, writeStatuses, writeTimes } from './words.ts'

const COUNT = 200
const MOST_BYTES = 4 * 1024 * 1024
const MEMORY_MB = 400
const OTHERS_MS = 250

/** 200 uploads of research sessions at once, each as large as it may be and of an address of its own. */
export async function upload(): Promise<Row[]> {
  const service = await startService()
  const generator = startGenerator()
  const end = writeEnd()
  const requests = Array.from({ length: COUNT }, (_, n) => writeBegin(n))
  const measure = resourcesOf(service.pid)
  const bystander = startBystander(service.port)
  const sent = await generator.run('batch', { ports: [service.port], requests, callers: COUNT, end })
  const others = await bystander.stop()
  const { peakMb } = measure()
  await generator.stop()
  await service.stop()
  const what = `${COUNT} uploads of ${(end.length / 1024 / 1024).toFixed(1)} MB at once, each of another address`
  const row = (must: string, holds: boolean, seen: string): Row => ({ flood: 'uploads', what, must, holds, seen })
  const isServed = Object.keys(others.statuses).every((status) => status.startsWith('2'))
  return [
    row(
      '201, or a refusal',
      refusesClearly(sent) && sent.accepted > 0,
      `${writeStatuses(sent.statuses)} in ${sent.seconds.toFixed(1)} s`,
    ),
    row(`memory ≤ ${MEMORY_MB} MB`, peakMb <= MEMORY_MB, `${Math.round(peakMb)} MB at most`),
    row(
      `others are served, p99 ≤ ${OTHERS_MS} ms`,
      isServed && others.acceptedMs.p99 <= OTHERS_MS,
      `${writeStatuses(others.statuses)}; ${writeTimes(others.acceptedMs)}`,
    ),
  ]
}

function writeBegin(n: number): RequestParts {
  const session = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  return { method: 'POST', path: '/api/research/upload', address: addressOf(n), body: `{"session_id":"${session}",` }
}

/** All that the uploads share, filled with blanks up to what a body may have. */
function writeEnd(): string {
  const { frames } = sceneOf(syntheticPerson(1), seededRandom(1), { seconds: 40 })
  const landmarks = frames.slice(0, 1200).map(({ t, joints }) => ({ t, joints: Object.values(joints) }))
  const rest = JSON.stringify({
    device: { os: 'Linux', browser: 'Chrome', viewportWidth: 1280, viewportHeight: 720 },
    lighting: 'indoor_day',
    duration_ms: 40_000,
    landmarks,
    pes_score: 0.8,
    total_frames: 1200,
    valid_frames: 1200,
    phases: [{ phase: 1, frameCount: 1200 }],
  }).slice(1, -1)
  return `${rest}${' '.repeat(Math.max(0, MOST_BYTES - rest.length - 100))}}`
}
