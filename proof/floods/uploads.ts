import { seededRandom } from '@stillhere/engine'
import { sceneOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import type { Row } from '../world/parts.ts'
import { addressOf, type RequestParts } from '../world/requests.ts'
import { sendAtOnce } from './burst.ts'
import { startFlooded } from './flooded.ts'

const COUNT = 200
const MOST_BYTES = 4 * 1024 * 1024

/** 200 uploads of research sessions at once, each as large as it may be and of an address of its own. */
export async function upload(): Promise<Row[]> {
  const service = await startFlooded()
  const end = writeEnd()
  const requests = Array.from({ length: COUNT }, (_, n) => writeBegin(n))
  const what = `${COUNT} uploads of ${(end.length / 1024 / 1024).toFixed(1)} MB at once, each of another address`
  const rows = await sendAtOnce(service, { what, wanted: 201, requests, end })
  await service.stop()
  return rows
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
