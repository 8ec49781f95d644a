import { type LandmarkFrame, seededRandom } from '@stillhere/engine'

/** A body whose wrists swing: each person at a pace and width of their own, which vary from session to session. */
export function swingingBody(person: number, session: number): LandmarkFrame[] {
  const own = seededRandom(person)
  const [pace, width, other] = [0.6 + 1.2 * own(), 0.1 + 0.3 * own(), 0.5 + own()]
  const random = seededRandom(1000 * person + session + 1)
  const [faster, wider] = [1 + 0.1 * (random() - 0.5), 1 + 0.2 * (random() - 0.5)]
  return Array.from({ length: 240 }, (_, frame) => {
    const phase = 2 * Math.PI * pace * faster * (frame / 30)
    const swing = width * wider * (Math.sin(phase) + 0.4 * Math.sin(other * 2.3 * phase))
    const joints = REST.map(([x, y], joint) => ({
      x: x + (joint === 7 ? swing : joint === 8 ? -swing * other : 0) + 0.004 * (random() - 0.5),
      y: y + 0.3 * (joint === 7 || joint === 8 ? swing * swing : 0) + 0.004 * (random() - 0.5),
      z: 0.004 * (random() - 0.5),
    }))
    return { t: (frame * 1000) / 30, joints }
  })
}

/** A standing body: x and y of its 18 joints in metres. */
const REST = [
  [0, 1.6],
  [0, 1.45],
  [0, 1.2],
  [0.2, 1.4],
  [-0.2, 1.4],
  [0.3, 1.15],
  [-0.3, 1.15],
  [0.3, 0.9],
  [-0.3, 0.9],
  [0.1, 0.95],
  [-0.1, 0.95],
  [0.1, 0.5],
  [-0.1, 0.5],
  [0.1, 0.1],
  [-0.1, 0.1],
  [0, 0.95],
  [0, 1.3],
  [0, 1.75],
] as const
