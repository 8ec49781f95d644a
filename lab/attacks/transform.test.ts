import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { gaussian } from './draw.ts'
import { createTransform } from './transform.ts'

describe('createTransform', () => {
  it.each([1, 2, 5, 7, 12, 400])('of length %d agrees with the definition', (n) => {
    const x = gaussian(seededRandom(n), n)
    const { re, im } = createTransform(n).forward(x)
    for (let k = 0; k < n; k++) {
      let [r, i] = [0, 0]
      for (let t = 0; t < n; t++) {
        r += x[t] * Math.cos((2 * Math.PI * k * t) / n)
        i -= x[t] * Math.sin((2 * Math.PI * k * t) / n)
      }
      expect(re[k]).toBeCloseTo(r, 8)
      expect(im[k]).toBeCloseTo(i, 8)
    }
  })
  it('comes back to the series', () => {
    const x = gaussian(seededRandom(3), 401)
    const { forward, backward } = createTransform(401)
    backward(forward(x)).forEach((value, i) => expect(value).toBeCloseTo(x[i], 10))
  })
})
