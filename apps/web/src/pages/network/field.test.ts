import { describe, expect, it } from 'vitest'
import { createParticles, computePosition, type ParticleNode } from './field.tsx'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const NODE: ParticleNode = { mask: 'a1b2', particleLevel: 1, isGenesis: false, lastSeen: '2026-03-10T11:00:00Z' }

function crowd(count: number): ParticleNode[] {
  return Array.from({ length: count }, (_, index) => ({ ...NODE, mask: `m${index}`, particleLevel: 1 + (index % 8) }))
}

describe('placeParticles', () => {
  it('places nobody for nobody', () => {
    expect(createParticles([], NOW)).toEqual([])
  })

  it('sets the highest level in the middle, and makes it the largest', () => {
    const [first, second] = createParticles([NODE, { ...NODE, mask: 'c3', particleLevel: 8 }], NOW)
    expect(first!.radius).toBeGreaterThan(second!.radius)
    expect(Math.hypot(first!.x, first!.y)).toBeLessThan(Math.hypot(second!.x, second!.y))
  })

  it('knows who was seen within a day, and takes an unreadable time for long ago', () => {
    const seen = ['2026-03-09T12:00:01Z', '2026-03-09T12:00:00Z', 'never'].map((lastSeen) => ({ ...NODE, lastSeen }))
    expect(createParticles(seen, NOW).map(({ isFresh }) => isFresh)).toEqual([true, false, false])
  })

  it('draws five hundred at most', () => {
    expect(createParticles(crowd(700), NOW)).toHaveLength(500)
  })
})

describe('positionAt', () => {
  it('keeps every particle near its home and on the dial, for an hour', () => {
    for (const particle of createParticles(crowd(300), NOW)) {
      for (let seconds = 0; seconds < 3600; seconds += 97) {
        const [x, y] = computePosition(particle, seconds)
        expect(Math.hypot(x, y) + particle.radius).toBeLessThan(1)
        expect(Math.hypot(x - particle.x, y - particle.y)).toBeLessThan(0.02)
      }
    }
  })
})
