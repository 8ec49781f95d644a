import { type Direction, DIRECTIONS, type ImuSample } from '@stillhere/engine'
import type { MotionSource } from './motion-source.ts'
import { ScanError } from './scan-error.ts'

/** The part of a window or an element that is used. */
type PointerTarget = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

// As far as a wrist comfortably moves a mouse.
const KEY_STEP_PX = 120
const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/**
 * Creates a motion source for practice with a mouse, a finger or the arrow keys, on machines without sensors. `target` is the window or element
 * whose events are read. In the samples, `ax` and `ay` are the distance of the pointer from where it started, in CSS pixels to the right and upward.
 * Such samples are no evidence of presence.
 *
 * @returns the source, for the option `source` of `scan` and `captureMotion`.
 * @example
 * button.onclick = () => scan({ source: pointerMotion(window) })
 */
export function pointerMotion(
  target: PointerTarget | undefined,
  now: () => number = () => performance.now(),
): MotionSource {
  return {
    mode: 'pointer',
    request: async () => {
      if (target === undefined) throw new ScanError('unsupported', 'there is no page here that a pointer could move on')
    },
    start: (onSample) => {
      const place = { x: 0, y: 0 }
      // The first position of the pointer is its place of rest.
      let home: { x: number; y: number } | null = null
      const held = new Set<string>()
      const tell = () => onSample(toSample(place, held, now()))
      const onMove = (event: Event) => {
        const { clientX: x, clientY: y } = event as PointerEvent
        home ??= { x, y }
        Object.assign(place, { x: x - home.x, y: home.y - y })
        tell()
      }
      const onKey = (event: Event) => {
        const { key, type } = event as KeyboardEvent
        if (!Object.hasOwn(KEYS, key)) return
        // Otherwise the arrow keys would scroll the page.
        event.preventDefault()
        if (type === 'keydown') held.add(key)
        else held.delete(key)
        tell()
      }
      const listeners = { pointermove: onMove, keydown: onKey, keyup: onKey }
      for (const [type, listener] of Object.entries(listeners)) target?.addEventListener(type, listener)
      tell()
      return () => {
        for (const [type, listener] of Object.entries(listeners)) target?.removeEventListener(type, listener)
      }
    },
  }
}

function toSample({ x, y }: { x: number; y: number }, held: ReadonlySet<string>, t: number): ImuSample {
  let [ax, ay] = [x, y]
  for (const key of held) {
    const [right, up] = KEYS[key] ?? [0, 0]
    ax += KEY_STEP_PX * right
    ay += KEY_STEP_PX * up
  }
  return { t, ax, ay, az: 0 }
}

const ANSWER_MS = 1800
const LEAST_PX = 40

/**
 * Returns the direction in which the pointer moved furthest between a cue (`atMs`) and the next cue (`nextMs`), or null if the pointer moved less
 * than 40 pixels. `places` are the samples of a pointer source.
 */
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
