import { describe, expect, it } from 'vitest'
import type { ImuSample } from '../capture.ts'
import { generateChallenge } from '../challenge/challenge.ts'
import { seededRandom } from '../random.ts'
import { type StolenScan, splicedStrokes, strokesOf, syntheticPerson } from '../synthetic/unmarked.ts'
import { isSameStroke, KNOWN_STROKES_OF_A_REPLAY, rememberStroke, strokeComparer, strokeProbes } from './memory.ts'
import { strokeMotions } from './series.ts'

const random = seededRandom(11)
/** For a machine that is busy with other tests. */
const timeout = 60_000

function scanOf(person: number): StolenScan {
  const challenge = generateChallenge(random)
  return { challenge, imu: strokesOf(syntheticPerson(person), challenge.strokes, random) }
}

/** Another challenge with the same directions, the last one first. */
function reversed({ challenge }: StolenScan): StolenScan['challenge'] {
  const directions = challenge.strokes.map(({ direction }) => direction).toReversed()
  return { ...challenge, strokes: challenge.strokes.map(({ atMs }, i) => ({ atMs, direction: directions[i] })) }
}

const remembered = [0, 1].map(scanOf)
const memory = remembered.flatMap(({ imu, challenge }) => strokeMotions(imu, challenge).map(rememberStroke))

/** How many strokes of an answer the memory knows, found by their hashes as in a database. */
function knownStrokes(imu: readonly ImuSample[], challenge: StolenScan['challenge']): number {
  return strokeMotions(imu, challenge).filter((motion) => {
    const probes = new Set(strokeProbes(motion).map(({ hash }) => hash))
    const similarityTo = strokeComparer(motion)
    return memory.some(
      ({ bytes, hashes }) => hashes.some((hash) => probes.has(hash)) && isSameStroke(similarityTo(bytes)),
    )
  }).length
}

describe('the memory of strokes', () => {
  it.each([
    [3, 1],
    [6, 1.2],
    [3, 0.83],
  ])('F3: knows %d strokes cut from a scan, played %s times as slowly', { timeout }, (reused, speed) => {
    const challenge = reversed(remembered[0])
    const own = { challenge, imu: strokesOf(syntheticPerson(0), challenge.strokes, random) }
    const imu = splicedStrokes(own, remembered, { splice: { reused, speed, noise: 0.03 }, random })
    expect(knownStrokes(imu, challenge)).toBeGreaterThanOrEqual(KNOWN_STROKES_OF_A_REPLAY)
  })

  it('F3: does not take strokes that the same people make anew for known ones', { timeout }, () => {
    const found = remembered.map((stolen, person) => {
      const challenge = reversed(stolen)
      return knownStrokes(strokesOf(syntheticPerson(person), challenge.strokes, random), challenge)
    })
    expect(Math.max(...found)).toBeLessThan(KNOWN_STROKES_OF_A_REPLAY)
  })

  it('keeps 112 bytes and at most 12 whole numbers between 2^24 and 2^26 of a stroke', () => {
    expect(memory).toHaveLength(12)
    for (const { bytes, hashes } of memory) {
      expect(bytes).toHaveLength(112)
      expect(hashes.length).toBeLessThanOrEqual(12)
      for (const hash of hashes) expect(hash >= 2 ** 24 && hash < 2 ** 26 && Number.isInteger(hash)).toBe(true)
    }
  })

  it('says the same of the same samples every time', () => {
    const { imu, challenge } = remembered[0]
    expect(strokeMotions(imu, challenge).map(rememberStroke)).toEqual(memory.slice(0, 6))
  })

  it('compares a stroke without a gyroscope by its acceleration', () => {
    const { imu, challenge } = remembered[0]
    const [motion] = strokeMotions(
      imu.map(({ t, ax, ay, az }) => ({ t, ax, ay, az })),
      challenge,
    )
    expect(rememberStroke(motion).bytes).toHaveLength(57)
    expect(strokeComparer(motion)(memory[0].bytes)).toBeGreaterThan(0.9)
  })

  it.each([
    ['no samples', []],
    ['a sensor that stands still', Array.from({ length: 900 }, (_, i) => ({ t: 20 * i, ax: 0, ay: 0, az: 9.8 }))],
    ['no numbers', Array.from({ length: 900 }, (_, i) => ({ t: 20 * i, ax: Number.NaN, ay: Infinity, az: 0 }))],
    ['samples without gravity', remembered[0].imu.map(({ t }) => ({ t, ax: Math.sin(t), ay: 0, az: 0 }))],
  ])('sees no stroke in %s', (_, imu) => {
    expect(strokeMotions(imu, remembered[0].challenge)).toEqual([])
  })

  it('sees no stroke without a challenge that is well formed', () => {
    const { imu, challenge } = remembered[0]
    expect(strokeMotions(imu, { ...challenge, strokes: [] })).toEqual([])
  })

  it('finds still motion, and bytes that are no digest of a stroke, unlike anything', () => {
    const [motion] = strokeMotions(remembered[0].imu, remembered[0].challenge)
    const still = { channels: motion.channels.map((channel) => channel.map(() => 0)) }
    expect(strokeComparer(still)(memory[0].bytes)).toBe(0)
    expect(rememberStroke(still).hashes).toEqual([])
    const similarityTo = strokeComparer(motion)
    for (const bytes of [new Uint8Array(), new Uint8Array(112), memory[0].bytes.slice(1), memory[0].bytes.slice(0, 90)])
      expect(similarityTo(bytes)).toBe(0)
  })
})
