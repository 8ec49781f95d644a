import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { generateChallenge, scoreChallenge, seededRandom } from '../../packages/engine/src/index.ts'
import { SHIPPED_INJECTIONS } from './shipped.ts'

const challenge = generateChallenge(seededRandom(2))
const runnable = SHIPPED_INJECTIONS.filter(({ missing }) => missing === undefined)
const find = (name: string) => SHIPPED_INJECTIONS.find((one) => one.name === name)

describe('the injections that ship', () => {
  it('are all files of their folder', () => {
    const files = readdirSync(join(import.meta.dirname, 'injections'), { recursive: true, encoding: 'utf8' })
    expect(SHIPPED_INJECTIONS).toHaveLength(files.filter((file) => file.endsWith('.ts')).length)
  })

  it('are listed, and nothing else imports what is left out of learning', () => {
    const lab = join(import.meta.dirname, '..')
    const files = readdirSync(lab, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.test)\.ts$/.test(file),
    )
    const importing = files.filter((file) => /from '.*\/left-out\//.test(readFileSync(join(lab, file), 'utf8')))
    expect(importing).toEqual(['arena/shipped.ts'])
  })

  it.each(runnable)('$name: the same seed makes the same finite samples, in order', ({ make }) => {
    const [one, other] = [1, 1].map((seed) => make(challenge, seededRandom(seed), { subject: 1, stolen: [] }))
    expect(one).toEqual(other)
    expect(one.length).toBeGreaterThan(400)
    expect(one.every((sample) => Object.values(sample).every(Number.isFinite))).toBe(true)
    expect(one.every(({ t }, i) => i === 0 || t > one[i - 1].t)).toBe(true)
  })
})

describe.each(['left out: two-joint arm', 'left out: lognormal hand', 'browser sensor override'])('%s', (name) => {
  const make = (subject: number) => find(name)?.make(challenge, seededRandom(3), { subject, stolen: [] }) ?? []

  it('answers the strokes, feels gravity, and turns as gravity does', () => {
    const imu = make(2)
    expect(scoreChallenge(challenge, imu).value).toBe(1)
    const still = imu.slice(0, 30).map(({ ax, ay, az }) => Math.hypot(ax, ay, az))
    expect(still.reduce((sum, size) => sum + size, 0) / still.length).toBeCloseTo(9.81, 0)
    expect(correlateTurning(imu)).toBeGreaterThan(0.5)
  })
  it('moves otherwise for another subject', () => {
    expect(make(2)).not.toEqual(make(3))
  })
})

/** How the change of the gravity direction over a second goes with the turning about x. */
function correlateTurning(imu: readonly ImuSample[]): number {
  const pairs = imu.slice(0, -60).map((sample, i) => {
    const [later, span] = [imu[i + 60], imu.slice(i, i + 60)]
    const turned = span.reduce((sum, { rx = 0 }) => sum + rx, 0)
    return [Math.atan2(later.ay, later.az) - Math.atan2(sample.ay, sample.az), turned]
  })
  const mean = (c: number) => pairs.reduce((sum, pair) => sum + pair[c], 0) / pairs.length
  const [m0, m1] = [mean(0), mean(1)]
  const cov = (a: number, b: number) => pairs.reduce((sum, p) => sum + (p[a] - [m0, m1][a]) * (p[b] - [m0, m1][b]), 0)
  return cov(0, 1) / Math.sqrt(cov(0, 0) * cov(1, 1))
}
