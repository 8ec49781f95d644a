import { DIRECTIONS, type Direction, type ImuSample } from '@stillhere/engine'

const ANSWER_MS = 1800
const LEAST_PX = 40

/** The direction in which the pointer went furthest after a cue and before the next, from where it was. */
export function findPointerStroke(places: readonly ImuSample[], atMs: number, nextMs: number): Direction | null {
  const answer = places.filter(({ t }) => t >= atMs && t <= atMs + ANSWER_MS && t < nextMs)
  const home = places.findLast(({ t }) => t < atMs) ?? answer[0]
  if (home === undefined) return null
  let furthest = { distance: LEAST_PX, angle: Number.NaN }
  for (const { ax, ay } of answer) {
    const [right, up] = [ax - home.ax, ay - home.ay]
    const distance = Math.hypot(right, up)
    if (distance > furthest.distance) furthest = { distance, angle: Math.atan2(up, right) }
  }
  if (Number.isNaN(furthest.angle)) return null
  const eighth = Math.round(furthest.angle / (Math.PI / 4))
  return DIRECTIONS[(eighth + 8) % 8] ?? null
}
