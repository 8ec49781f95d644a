import { type ImuSample, readImu } from '../../packages/engine/src/capture.ts'
import type { Direction } from '../../packages/engine/src/challenge/challenge.ts'
import { type DetectedStroke, findStroke } from '../../packages/engine/src/challenge/detection.ts'
import { toHolderFrame } from '../../packages/engine/src/challenge/frame.ts'
import { toEvenMotion } from '../../packages/engine/src/timeline.ts'
import { type Recording, recordings } from '../training/recordings.ts'

type Letter = { letter: string; direction: Direction; strokes: (DetectedStroke | null)[] }

// Letters whose first stroke is straight and from rest for every writer.
const FIRST_STROKES: Readonly<Record<string, Direction>> = { I: 'down', L: 'down', T: 'right' }

/** Returns the first detected stroke in each take of a letter; these people and their phone weren't used for training. */
export function firstStrokes(motionFolder: string): Letter[] {
  const takes = recordings(motionFolder, 'air-letters')
  return Object.entries(FIRST_STROKES).map(([letter, direction]) => {
    return { letter, direction, strokes: takes.filter(({ label }) => label === letter).map(firstStroke) }
  })
}

/** These takes start with the movement and come without gravity, which the attitude tells: some rest is put before them. */
function firstStroke(recording: Recording): DetectedStroke | null {
  const samples = withGravity(recording)
  const { ax, ay, az } = samples[0]
  const [x, y, z] = recording.acc.channels.map((channel) => STANDARD_GRAVITY * channel[0])
  const rest = Array.from({ length: 30 }, (_, i) => ({ t: 20 * i - 600, ax: ax - x, ay: ay - y, az: az - z }))
  const motion = toEvenMotion(readImu([...rest, ...samples]), 500)
  const held = motion.status === 'ok' ? toHolderFrame(motion, -Infinity, Infinity) : null
  return held && findStroke(held, -100)
}

const STANDARD_GRAVITY = 9.80665

function withGravity({ acc, att, rate_imu: hz = 94 }: Recording): ImuSample[] {
  const [x, y, z] = acc.channels
  const [pitch, , roll] = att?.channels ?? [[], [], []]
  return x.map((_, i) => ({
    t: acc.t?.[i] ?? (i * 1000) / hz,
    ax: STANDARD_GRAVITY * (x[i] + Math.cos(pitch[i]) * Math.sin(roll[i])),
    ay: STANDARD_GRAVITY * (y[i] - Math.sin(pitch[i])),
    az: STANDARD_GRAVITY * (z[i] - Math.cos(pitch[i]) * Math.cos(roll[i])),
  }))
}
