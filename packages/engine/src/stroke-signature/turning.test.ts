import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random.ts'
import { turnToStart } from './views.ts'

const HZ = 50
type Vector = [number, number, number]

describe('turnToStart', () => {
  it('turns each sample back step by step, by the mean of the rates at both ends of a step', () => {
    const n = 12
    const random = seededRandom(8)
    const channels = Float64Array.from({ length: 6 * n }, () => 20 * (random() - 0.5))
    const at = (first: number, i: number): Vector => [
      channels[first * n + i],
      channels[(first + 1) * n + i],
      channels[(first + 2) * n + i],
    ]
    const turned = turnToStart(channels, n)
    for (let i = 0; i < n; i++) {
      for (const first of [0, 3]) {
        let expected = at(first, i)
        for (let step = i; step > 0; step--) {
          const [before, after] = [at(3, step - 1), at(3, step)]
          expected = rotate(expected, before.map((rate, c) => (rate + after[c]) / 2 / HZ) as Vector)
        }
        expected.forEach((value, c) => expect(turned[(first + c) * n + i]).toBeCloseTo(value, 10))
      }
    }
  })

  it('leaves what does not turn as it is', () => {
    const channels = Float64Array.from({ length: 24 }, (_, k) => (k < 12 ? k : 0))
    expect(turnToStart(channels, 4)).toEqual(channels)
  })

  it('turns x into y after a quarter turn about z', () => {
    const n = 26
    const channels = Float64Array.from({ length: 6 * n }, (_, k) => (k < n ? 1 : k < 5 * n ? 0 : Math.PI))
    const turned = turnToStart(channels, n)
    expect([turned[25], turned[n + 25], turned[2 * n + 25]]).toEqual([expect.closeTo(0, 12), expect.closeTo(1, 12), 0])
  })
})

/** Turned about an axis by the length of that vector in radians: part along it kept, part across it turned in its plane. */
function rotate(v: Vector, turn: Vector): Vector {
  const angle = Math.hypot(...turn)
  const [x, y, z] = turn.map((value) => value / angle)
  const along = v[0] * x + v[1] * y + v[2] * z
  const across = [v[0] - along * x, v[1] - along * y, v[2] - along * z]
  const ahead = [y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]]
  const turned = (c: number) => Math.cos(angle) * across[c] + Math.sin(angle) * ahead[c]
  return [along * x + turned(0), along * y + turned(1), along * z + turned(2)]
}
