import { describe, expect, it } from 'vitest'
import { createPulses as pulses, findStroke } from './detection.ts'
import type { HeldMotion } from './frame.ts'

const product = (a: ArrayLike<number>, b: ArrayLike<number>, n = a.length) => {
  let total = 0
  for (let i = 0; i < n; i++) total += a[i] * b[i]
  return total
}

describe.each([0.1, 6])('pulses with stiffness %d', (stiffness) => {
  const all = pulses(stiffness)

  it('run from quick to slow: strokes, strokes with an early peak, strokes there and back', () => {
    expect(all.map(({ durationMs }) => durationMs)).toEqual([
      320, 400, 520, 640, 800, 1000, 1240, 440, 640, 920, 520, 680, 880, 1160,
    ])
  })

  it('hold 160 ms of rest before the movement', () => {
    for (const { rest, length, durationMs, stroke } of all) {
      expect(rest).toBe(4)
      expect(length).toBe(4 + durationMs / 40)
      // In rest, all that is left of a part is its share of the constant.
      expect(stroke[1]).toBeCloseTo(stroke[0], 12)
      expect(stroke[3]).toBeCloseTo(stroke[0], 12)
      expect(stroke[4]).not.toBeCloseTo(stroke[0], 3)
    }
  })

  it('have parts of length one that do not see each other, nor a constant', () => {
    for (const { tilt, stroke, length } of all) {
      const constant = new Float64Array(length + 1).fill(1, 0, length)
      expect(product(tilt, tilt)).toBeCloseTo(1, 12)
      expect(product(stroke, stroke)).toBeCloseTo(1, 12)
      expect(product(tilt, stroke)).toBeCloseTo(0, 12)
      expect(product(tilt, constant)).toBeCloseTo(0, 12)
      expect(product(stroke, constant)).toBeCloseTo(0, 12)
    }
  })

  it('tell the root mean square of a minimum-jerk stroke', () => {
    const { durationMs, rest, length, stroke, scale } = all[3]
    const moving = durationMs / 40
    // Second differences of the place of a minimum-jerk movement, which are its acceleration in units of the grid.
    const place = (i: number) => {
      const u = Math.min(1, Math.max(0, (i - rest + 0.5) / moving))
      return 10 * u ** 3 - 15 * u ** 4 + 6 * u ** 5
    }
    const felt = Float64Array.from({ length }, (_, i) => (i < rest ? 0 : place(i + 1) - 2 * place(i) + place(i - 1)))
    const rms = Math.sqrt(product(felt, felt) / moving)
    expect(product(felt, stroke, length) * scale).toBeCloseTo(rms, 12)
  })

  it('tell which way a movement there and back went first', () => {
    for (const { durationMs, rest, length, stroke } of all.slice(10)) {
      const moving = durationMs / 40
      const felt = Float64Array.from({ length }, (_, i) => {
        const u = (i - rest + 0.5) / moving
        // The acceleration of u³(1 - u)³, which is there at u = 1/2 and back at 1.
        return u > 0 ? u * (1 - u) * (1 - 5 * u + 5 * u * u) : 0
      })
      expect(product(felt, stroke, length)).toBeGreaterThan(0)
    }
  })
})

describe('push', () => {
  it('lasts until the hand slows down: half of a stroke, less with an early peak or on the way there and back', () => {
    const push = pulses(6).map(({ push: points, durationMs }) => (40 * points) / durationMs)
    for (const share of push.slice(0, 7)) expect(share).toBeCloseTo(0.5, 1)
    for (const share of push.slice(7)) {
      expect(share).toBeGreaterThan(0.2)
      expect(share).toBeLessThan(0.42)
    }
  })
})

describe('stiffness', () => {
  it('leaves less of a one-sided push to tilt the higher it is', () => {
    const push = (stiffness: number) => {
      const { tilt, length, rest } = pulses(stiffness)[3]
      const felt = Float64Array.from({ length }, (_, i) => (i >= rest + 8 ? 1 : 0))
      return Math.abs(product(felt, tilt, length))
    }
    expect(push(0.1)).toBeGreaterThan(push(1))
    expect(push(1)).toBeGreaterThan(push(10))
  })
})

type Move = { onsetMs: number; durationMs: number; right?: number; up?: number; towards?: number }

const N = 90
const START_MS = -1000

/** Minimum-jerk movements over so many meters, 1 s before to 2.6 s after a cue at 0, with gravity in `up`. */
function held(moves: readonly Move[], extra: (t: number) => number = () => 0, n = N): HeldMotion {
  const axis = (part: 'right' | 'up' | 'towards', offset: number) =>
    Float64Array.from({ length: n }, (_, i) => {
      const t = START_MS + 40 * i
      return offset + moves.reduce((total, move) => total + (move[part] ?? 0) * acceleration(move, t), 0)
    })
  return {
    startMs: START_MS,
    n,
    right: axis('right', 0).map((x, i) => x + extra(START_MS + 40 * i)),
    up: axis('up', 9.81),
    towards: axis('towards', 1),
  }
}

function acceleration({ onsetMs, durationMs }: Move, t: number): number {
  const u = (t - onsetMs) / durationMs
  return u > 0 && u < 1 ? (60 * (u - 3 * u * u + 2 * u ** 3)) / (durationMs / 1000) ** 2 : 0
}

/** Root mean square acceleration of a minimum-jerk movement: 60/√210 times way over time squared. */
const strength = (meters: number, durationMs: number) => ((60 / Math.sqrt(210)) * meters) / (durationMs / 1000) ** 2

describe('findStroke', () => {
  it('finds when, how long, how strong and where a stroke went', () => {
    const stroke = findStroke(held([{ onsetMs: 380, durationMs: 640, right: -0.2, up: 0.1 }]), 0)
    expect(stroke?.onsetMs).toBeCloseTo(380, -1.9)
    expect(stroke?.durationMs).toBe(640)
    expect(stroke?.right).toBeCloseTo(strength(-0.2, 640), 1)
    expect(stroke?.up).toBeCloseTo(strength(0.1, 640), 1)
    expect(stroke?.towards).toBeCloseTo(0, 6)
    expect(stroke?.straightness).toBeGreaterThan(0.98)
  })
  it('counts onsets from the cue, wherever the cue is on the clock', () => {
    const motion = held([{ onsetMs: 620, durationMs: 640, right: 0.2 }])
    expect(findStroke(motion, 200)?.onsetMs).toBe((findStroke(motion, 0)?.onsetMs ?? 0) - 200)
  })
  it('measures movement towards the person', () => {
    const stroke = findStroke(held([{ onsetMs: 400, durationMs: 640, right: 0.2, towards: -0.1 }]), 0)
    expect(stroke?.towards).toBeCloseTo(strength(-0.1, 640), 1)
  })
  it('sees nothing in a hand at rest, in a short record or before one', () => {
    expect(findStroke(held([]), 0)).toBeNull()
    expect(findStroke(held([{ onsetMs: 400, durationMs: 640, right: 0.2 }]), 5000)).toBeNull()
    expect(findStroke(held([{ onsetMs: 400, durationMs: 640, right: 0.2 }]), -5000)).toBeNull()
  })
  it('sees nothing in tremor under a quarter of a meter a second squared', () => {
    expect(findStroke(held([{ onsetMs: 400, durationMs: 640, right: 0.015 }]), 0)).toBeNull()
    expect(findStroke(held([{ onsetMs: 400, durationMs: 640, right: 0.04 }]), 0)).not.toBeNull()
  })
  it('takes the way there for the answer, not the way back', () => {
    const motion = held([
      { onsetMs: 300, durationMs: 400, up: 0.2 },
      { onsetMs: 720, durationMs: 400, up: -0.2 },
    ])
    expect(findStroke(motion, 0)?.up).toBeGreaterThan(2)
  })
  it('knows the way there also when the way back starts before its end', () => {
    const motion = held([
      { onsetMs: 300, durationMs: 520, up: 0.2 },
      { onsetMs: 560, durationMs: 520, up: -0.2 },
    ])
    expect(findStroke(motion, 0)?.up).toBeGreaterThan(1)
    expect(findStroke(motion, 0)?.onsetMs).toBeLessThan(400)
  })
  it.each([
    [12, 3],
    [15, 4],
    [9, 2],
  ])('knows the way there also when a push of %d m/s² is followed by a long stop of %d', (push, stop) => {
    const pushMs = 120
    const stopMs = (pushMs * push) / stop
    const motion = held([], (t) => {
      const since = t - 330
      if (since <= 0 || since >= pushMs + stopMs) return 0
      return since < pushMs ? push : -stop
    })
    expect(findStroke(motion, 0)?.right).toBeGreaterThan(1)
    expect(findStroke(motion, 0)?.onsetMs).toBeGreaterThan(250)
  })
  it('does not take a long stop and the way back for a stroke the other way', () => {
    // A short push to the left, a stop of four times its length, and the way back, at every grid point from 400 ms on.
    const felt = [-4.5, -9, -5, 0.5, 3.5, 3.3, 2, 1.3, 1.5, 1.7, 1.4, 1.4, 0.9, 0.5, 0.5, 0.5, 0.5]
    const back = [1.8, 3.5, 3.7, 2.7, 0.8, -0.9, -2.2, -2.5, -2.1, -2]
    const motion = held([], (t) => [...felt, ...back][(t - 400) / 40] ?? 0)
    expect(findStroke(motion, 0)?.right).toBeLessThan(-1)
  })
  it('sees a small stroke although the phone tilts towards the person on the way and stays so', () => {
    const motion = held([{ onsetMs: 400, durationMs: 640, up: 0.07 }])
    const towards = motion.towards.map((value, i) => {
      const u = Math.min(1, Math.max(0, (START_MS + 40 * i - 400) / 640))
      return value + 6 * (10 * u ** 3 - 15 * u ** 4 + 6 * u ** 5)
    })
    expect(findStroke({ ...motion, towards }, 0)?.up).toBeGreaterThan(0.4)
  })
  it('sees no stroke in a hand that mostly shakes towards the person', () => {
    const motion = held([{ onsetMs: 400, durationMs: 640, up: 0.08 }])
    const towards = motion.towards.map((value, i) => value + 8 * Math.sin(1.3 * i))
    expect(findStroke({ ...motion, towards }, 0)).toBeNull()
  })
  it('does not take the way back from the stroke before for the answer', () => {
    const motion = held([
      { onsetMs: -500, durationMs: 640, right: -0.25 },
      { onsetMs: 400, durationMs: 640, up: 0.2 },
    ])
    const stroke = findStroke(motion, 0)
    expect(stroke?.up).toBeGreaterThan(1)
    expect(Math.abs(stroke?.right ?? 9)).toBeLessThan(0.3)
  })
  it('takes what starts before 110 ms for no answer', () => {
    expect(findStroke(held([{ onsetMs: 20, durationMs: 640, up: 0.2 }]), 0)).toBeNull()
    expect(findStroke(held([{ onsetMs: 160, durationMs: 640, up: 0.2 }]), 0)?.onsetMs).toBeGreaterThanOrEqual(110)
  })
  it('takes what starts from 110 ms on for an answer', () => {
    expect(findStroke(held([{ onsetMs: 120, durationMs: 640, right: 0.25 }]), 0)?.onsetMs).toBe(120)
    expect(findStroke(held([{ onsetMs: 120, durationMs: 640, right: 0.25 }]), 20)).toBeNull()
  })
  it('finds a stroke that the record only just holds, from the rest before it to its end', () => {
    // 160 ms of rest from the first sample on.
    expect(findStroke(held([{ onsetMs: -840, durationMs: 640, right: 0.25 }]), -1160)?.onsetMs).toBe(320)
    const whole = { onsetMs: 120, durationMs: 640, right: 0.25 }
    expect(findStroke(held([whole], undefined, 44), 0)).toMatchObject({ onsetMs: 120, durationMs: 640 })
  })
  it('sees no stroke the other way where the record ends in the middle of one', () => {
    expect(findStroke(held([{ onsetMs: 1040, durationMs: 720, right: 0.25 }], undefined, 59), 0)).toBeNull()
  })
  it.each([
    [2.1, 490, 270],
    [3.9, 160, 270],
    [2.8, 650, 390],
  ])('takes a push of %d m/s² at %d ms that nothing stops for a stroke that way', (push, onsetMs, ms) => {
    for (const size of [push, -push]) {
      const motion = held([], (t) => (t >= onsetMs && t < onsetMs + ms ? size : 0))
      const turned = { ...motion, right: motion.towards, up: motion.right.map((value) => value + 9.81) }
      for (const [seen, way] of [
        [findStroke(motion, 0), 'right'],
        [findStroke(turned, 0), 'up'],
      ] as const) {
        expect(Math.sign(seen?.[way] ?? 0)).toBe(Math.sign(size))
        expect(Math.abs((seen?.onsetMs ?? 0) - onsetMs)).toBeLessThanOrEqual(40)
      }
    }
  })
  it('finds a stroke that follows another one closely where it is', () => {
    const motion = held([
      { onsetMs: -60, durationMs: 640, right: 0.2 },
      { onsetMs: 700, durationMs: 800, right: 0.2, up: -0.15 },
    ])
    const stroke = findStroke(motion, 0)
    expect(stroke).toMatchObject({ onsetMs: 720, durationMs: 800 })
    expect(stroke?.straightness).toBeGreaterThan(0.95)
  })
  it('looks for strokes up to 1.3 s after the cue', () => {
    const motion = held([{ onsetMs: 1300, durationMs: 320, up: 0.25 }])
    expect(findStroke(motion, 20)?.onsetMs).toBe(1300)
    expect(findStroke(motion, -60)?.onsetMs ?? 0).toBeLessThanOrEqual(1300)
  })
  it('passes over a small wind-up, but not over a first stroke of half the way', () => {
    const windUp = (meters: number) =>
      held([
        { onsetMs: 200, durationMs: 320, up: -meters },
        { onsetMs: 560, durationMs: 520, up: 0.25 },
      ])
    expect(findStroke(windUp(0.03), 0)?.up).toBeGreaterThan(1)
    expect(findStroke(windUp(0.12), 0)?.up).toBeLessThan(-1)
  })
  it('finds a late stroke where it is, past the reaction window', () => {
    expect(findStroke(held([{ onsetMs: 1160, durationMs: 640, up: 0.2 }]), 0)?.onsetMs).toBeGreaterThan(1000)
  })
  it('is not led astray when the arm tilts the phone on the way', () => {
    // Ten degrees of roll over the stroke let 1.7 m/s² of gravity into the axis to the right, and stay.
    const tilt = (t: number) => {
      const u = Math.min(1, Math.max(0, (t - 400) / 640))
      return -1.7 * (10 * u ** 3 - 15 * u ** 4 + 6 * u ** 5)
    }
    const stroke = findStroke(held([{ onsetMs: 400, durationMs: 640, right: 0.25, up: 0 }], tilt), 0)
    expect(stroke?.right).toBeGreaterThan(1)
    expect(Math.abs(stroke?.up ?? 9)).toBeLessThan(0.05)
  })
  it('calls straight the share of the motion in both axes that the stroke explains', () => {
    const motion = held([{ onsetMs: 380, durationMs: 640, right: 0.12, up: 0.16 }])
    // To and fro with every sample: nothing of it is a stroke or a tilt. A stroke and the rest before it are 20 samples.
    const shake = (size: number) => (value: number, i: number) => value + (i % 2 === 0 ? size : -size)
    const right = motion.right.map(shake(0.5))
    const up = motion.up.map(shake(0.8))
    const moved = 16 * strength(0.2, 640) ** 2
    const shaken = 20 * (0.5 ** 2 + 0.8 ** 2)
    const still = findStroke(motion, 0)
    expect(still?.straightness).toBeGreaterThan(0.98)
    const stroke = findStroke({ ...motion, right, up }, 0)
    expect(stroke).toMatchObject({ onsetMs: still?.onsetMs, durationMs: still?.durationMs })
    expect(stroke?.straightness).toBeCloseTo(moved / (moved + shaken), 1)
  })
  it('calls a movement less straight that does not start from rest', () => {
    const stroke = [{ onsetMs: 400, durationMs: 640, right: 0.2 }]
    const unrest = (t: number) => (t < 400 ? 2 * Math.sin((2 * Math.PI * 3 * t) / 1000) : 0)
    expect(findStroke(held(stroke, unrest), 0)?.straightness).toBeLessThan(0.9)
  })
})
