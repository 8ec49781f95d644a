import { describe, expect, it } from 'vitest'
import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { type Asked, measureChallenge } from './challenge.ts'

const measure = (passes: (asked: Asked, imu: readonly ImuSample[]) => boolean) =>
  measureChallenge({
    people: 2,
    attempts: 2,
    seed: 1,
    directions: ['up', 'down-left'],
    generate: (random) => ({ strokes: [{ direction: random() < 0.5 ? 'up' : 'left', atMs: 1000 }], durationMs: 3000 }),
    passes,
  })

describe('measureChallenge', () => {
  it('lets a willing person and every kind of forger answer', () => {
    const figures = measure(() => true)
    expect(figures.map(({ name }) => name)).toEqual([
      'willing',
      'other-challenge',
      'blind',
      'mirrored',
      'opposite',
      'constant',
      'delayed',
      'hasty',
      'shaking',
      'waiting',
    ])
    expect(figures.every(({ attempts, passed }) => attempts === 4 && passed.value === 1)).toBe(true)
  })
  it('counts what passes', () => {
    expect(measure(() => false).every(({ passed }) => passed.value === 0)).toBe(true)
  })
  it('moves right where left was asked when mirrored', () => {
    const pushes: number[] = []
    measure((asked, imu) => {
      const [{ direction, atMs }] = asked.strokes
      const after = imu.filter(({ t }) => t > atMs + 200 && t < atMs + 550).map(({ ax }) => ax)
      const before = imu.filter(({ t }) => t < atMs).map(({ ax }) => ax)
      const mean = (x: readonly number[]) => x.reduce((a, b) => a + b, 0) / x.length
      pushes.push(direction === 'left' ? mean(after) - mean(before) : Number.NaN)
      return false
    })
    const of = (kind: number) => pushes.slice(4 * kind, 4 * kind + 4).filter(Number.isFinite)
    expect(of(0).length).toBeGreaterThan(0)
    expect(of(0).every((push) => push < -0.2)).toBe(true)
    expect(of(3).every((push) => push > 0.2)).toBe(true)
  })
})
