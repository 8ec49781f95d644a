import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { residualsAgain, vectorAutoregressive } from './autoregressive.ts'
import { gaussian } from './draw.ts'
import { moments } from './series.ts'
import type { Window } from './window.ts'

const windowOfChannels = (channels: Float64Array[]): Window => ({
  n: channels[0].length,
  rateHz: 50,
  channels,
  steps: channels.map(() => 0),
})

describe('vectorAutoregressive', () => {
  it('keeps mean, spread and memory of a first-order process', () => {
    const random = seededRandom(1)
    let at = 0
    const x = gaussian(random, 2000).map((shock) => 5 + (at = 0.9 * at + shock))
    const made = vectorAutoregressive(windowOfChannels([x]), 1, residualsAgain(seededRandom(2))).channels[0]
    expect(moments(made).mean).toBeCloseTo(moments(x).mean, 9)
    expect(moments(made).sd).toBeCloseTo(moments(x).sd, 9)
    expect(memory(made)).toBeGreaterThan(0.85)
    expect(memory(made)).toBeLessThan(0.95)
  })
  it('carries one channel over to another with its delay', () => {
    const lead = gaussian(seededRandom(3), 800)
    const noise = gaussian(seededRandom(4), 800)
    const late = lead.map((_, i) => (i < 2 ? 0 : lead[i - 2]) + 0.1 * noise[i])
    const { channels } = vectorAutoregressive(windowOfChannels([lead, late]), 3, residualsAgain(seededRandom(5)))
    let [together, delayed] = [0, 0]
    for (let i = 2; i < 800; i++) {
      together += channels[0][i] * channels[1][i]
      delayed += channels[0][i - 2] * channels[1][i]
    }
    expect(delayed / 800).toBeGreaterThan(0.9)
    expect(Math.abs(together / 800)).toBeLessThan(0.2)
  })
  it.each([1, 5, 12, 20])('is stable at order %d, whatever it was fitted to', (order) => {
    const runaway = Float64Array.from({ length: 400 }, (_, i) => Math.exp(i / 40))
    const constant = new Float64Array(400).fill(3)
    const sine = Float64Array.from({ length: 400 }, (_, i) => Math.sin(i / 5))
    const { channels } = vectorAutoregressive(
      windowOfChannels([runaway, constant, sine]),
      order,
      residualsAgain(seededRandom(order)),
    )
    for (const channel of channels) {
      expect(channel.every(Number.isFinite)).toBe(true)
      const { mean, sd } = moments(channel)
      expect(channel.every((value) => Math.abs(value - mean) <= 12 * sd + 1e-9)).toBe(true)
    }
  })
  it('tames a model that would run away instead of giving up on it', () => {
    const noise = gaussian(seededRandom(6), 400)
    let at = 1
    const growing = noise.map((shock) => (at = 1.02 * at + shock))
    const { channels } = vectorAutoregressive(windowOfChannels([growing]), 1, residualsAgain(seededRandom(7)))
    expect(moments(channels[0]).sd).toBeCloseTo(moments(growing).sd, 6)
    expect(memory(channels[0])).toBeGreaterThan(0.8)
  })
})

function memory(x: Float64Array): number {
  const { mean, sd } = moments(x)
  let sum = 0
  for (let i = 1; i < x.length; i++) sum += (x[i] - mean) * (x[i - 1] - mean)
  return sum / (x.length - 1) / sd ** 2
}
