import { describe, expect, it } from 'vitest'
import { computeAngle, DIRECTIONS } from '../../../packages/engine/src/challenge/challenge.ts'
import { generateChallenge, scoreChallenge, seededRandom } from '../../../packages/engine/src/index.ts'
import type { Recording } from '../../training/recordings.ts'
import { answerLearned } from '../injections/learned-strokes.ts'
import { BEFORE_MS, drawStroke, fitStrokes, STROKE_HZ } from './strokes.ts'

const LABELS = ['right', 'sw-ne', 'up', 'se-nw', 'left', 'ne-sw', 'down', 'nw-se']
const ONSET_MS = 500
const random = seededRandom(1)

/** A recording of a straight stroke with a phone that stands upright and turns by 20° meanwhile. */
function record(label: string, lastsMs: number): Recording {
  const angle = computeAngle(DIRECTIONS[LABELS.indexOf(label)])
  const t = Array.from({ length: 110 }, (_, i) => (i * 1000) / STROKE_HZ)
  const shares = t.map((at) => Math.min(1, Math.max(0, (at - ONSET_MS) / lastsMs)))
  const push = shares.map((s) => (0.16e6 / lastsMs ** 2) * (60 * s - 180 * s ** 2 + 120 * s ** 3))
  const noise = () => 0.02 * (random() - 0.5)
  const acc = [(p: number) => p * Math.cos(angle), (p: number) => 9.8 + p * Math.sin(angle), () => 0]
  const channels = acc.map((axis) => push.map((p) => axis(p) + noise()))
  const att = { unit: 'deg', t, channels: [shares.map((s) => 20 * s), shares.map(() => 0), shares.map(() => 0)] }
  return { id: label, subject: 'one', label, acc: { unit: 'm/s2', t, channels }, att }
}

const learned = fitStrokes(LABELS.flatMap((label) => [520, 560, 600].map((lastsMs) => record(label, lastsMs))))
const ups = learned.takes.get('up') ?? []

describe('fitStrokes', () => {
  it('learns every direction around its onset, less what is there at rest, with the turning of the attitude', () => {
    expect([...learned.takes.keys()].toSorted()).toEqual(DIRECTIONS.toSorted())
    expect(ups).toHaveLength(3)
    const [, up, , , , turning] = drawStroke(ups, () => 0)
    const quiet = Math.floor((BEFORE_MS * STROKE_HZ) / 1000) - 6
    expect(Math.max(...up.slice(0, quiet).map(Math.abs))).toBeLessThan(0.1)
    expect(Math.max(...up)).toBeGreaterThan(2)
    expect(Math.max(...turning)).toBeGreaterThan(30)
  })
})

describe('drawStroke', () => {
  it('is the mean of the takes without any share, and one of them with all of its difference', () => {
    const draw = (shares: number[]) => drawStroke(ups, (k) => shares[k]).flat()
    const [mean, first] = [draw([0, 0, 0]), draw([Math.SQRT2, 0, 0])]
    const i = mean.indexOf(Math.max(...mean))
    expect(mean[i]).toBeCloseTo((ups[0][i] + ups[1][i] + ups[2][i]) / 3, 9)
    expect(first[i]).toBeCloseTo(ups[0][i], 9)
  })
})

describe('answerLearned', () => {
  it('makes the commanded strokes', () => {
    const challenge = generateChallenge(seededRandom(2))
    const imu = answerLearned(learned, challenge, { habits: seededRandom(3), random: seededRandom(4) })
    expect(scoreChallenge(challenge, imu).value).toBe(1)
  })
})
