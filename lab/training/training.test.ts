import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { signatureMatching } from '../../packages/engine/src/model/index.ts'
import { LANDMARK_FEATURES } from '../../packages/engine/src/presence/landmark-features.ts'
import { normal, seededRandom } from '../../packages/engine/src/random.ts'
import { SIGNATURE_MODEL } from '../../packages/engine/src/signature/match.ts'
import { SIGNATURE_LENGTH, SIGNATURE_SCALES } from '../../packages/engine/src/signature/signature.ts'
import { STATISTICS_LENGTH } from '../../packages/engine/src/signature/statistics.ts'
import { strokesOf, syntheticPerson } from '../../packages/engine/src/synthetic/unmarked.ts'
import { learnParameters, type StrokeTake } from './challenge.ts'
import { type ComparedPair, fitCouplingModel } from './coupling.ts'
import { writeSection } from './model-file.ts'
import { crossFitted, fitPresenceModel, type Window } from './presence-model.ts'
import { LANDMARK_FIT } from './presence.ts'
import { fisherProjection } from './replay-hashes.ts'
import type { SignatureWindow } from './signature-material.ts'
import { fitKind, sensorParts, splitSignature } from './signature.ts'
import { fitSimulations } from './simulation.ts'
import { SOURCES } from './sources.ts'

const vectorsOf = (seed: number, count: number, length: number): Float64Array[] => {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => Float64Array.from({ length }, () => normal(random)))
}

function trainChallenge(count: number) {
  const random = seededRandom(1)
  const takes = Array.from({ length: count }, (_, i): StrokeTake => {
    const direction = (['left', 'right', 'up', 'down'] as const)[i % 4]
    const samples = strokesOf(syntheticPerson(i), [{ direction, atMs: 300 }], random)
    return { direction, samples, onsetMs: 300, endMs: 1200 }
  })
  return learnParameters(takes)
}

function trainCoupling(people: number) {
  const kinds = ['matched', 'other-take', 'other-person', 'other-action'] as const
  const pairs = vectorsOf(2, people * 12, 6).map((values, i): ComparedPair => {
    const kind = kinds[i % 4]
    if (kind === 'matched') values[0] += 2
    return { values, kind, sensor: `p${i % people}`, seen: `p${i % people}` }
  })
  return fitCouplingModel(pairs, 4)
}

function trainSignature(people: number) {
  const statistics = vectorsOf(7, people * 6, STATISTICS_LENGTH)
  const windows = vectorsOf(3, people * 6, SIGNATURE_LENGTH).map((raw, i): SignatureWindow => ({
    set: 'made-up',
    place: `place ${i % 2}`,
    setting: `place ${i % 2}, activity ${i % 3}`,
    person: `p${i % people}`,
    unit: `u${i}`,
    raw,
    statistics: statistics[i],
    missingViews: [],
  }))
  const parts = sensorParts(windows)
  return fitKind({ ...parts, parts: parts.parts.map((part) => ({ ...part, coordinates: 4 })) })
}

function trainReplay(stretches: number) {
  return fisherProjection(vectorsOf(4, stretches, 6), vectorsOf(5, stretches, 6), 4)
}

function trainPresence(people: number) {
  const families = ['human', ...LANDMARK_FIT.kinds.flatMap((kind) => kind.families)]
  const windows = families.flatMap((family, f) =>
    vectorsOf(6 + f, people * 2, LANDMARK_FEATURES.length).map((x, i): Window => ({
      x,
      family,
      source: 'made-up',
      person: `made-up/p${i % people}`,
    })),
  )
  return fitPresenceModel(windows, crossFitted(windows, LANDMARK_FIT), LANDMARK_FIT)
}

function trainSimulation(sets: number) {
  const windowsOf = (seed: number, family: string) =>
    vectorsOf(seed, 24, 6).map((u, i) => ({ u: u.map((value) => value + (seed % 2)), family, person: `p${i % 4}` }))
  const people = Array.from({ length: sets }, (_, set) => windowsOf(20 + 2 * set, `set${set} wrist`))
  return fitSimulations(people.flat(), [...windowsOf(41, 'hand, near'), ...windowsOf(43, 'kit')])
}

describe.each([
  ['challenge', trainChallenge, 16, 2],
  ['coupling', trainCoupling, 4, 1],
  ['signature', trainSignature, 5, 1],
  ['replay', trainReplay, 40, 2],
  ['presence', trainPresence, 6, 1],
  ['simulation', trainSimulation, 3, 1],
])('training %s', (section, train, enough, tooFew) => {
  it('learns the same bytes again from the same data, and nothing that JSON cannot hold', () => {
    const first = JSON.stringify(train(enough))
    expect(JSON.stringify(train(enough))).toBe(first)
    expect(first).not.toContain('null')
  })

  it('refuses too little data by name', () => {
    expect(() => train(tooFew)).toThrow(new RegExp(`^cannot train ${section}\\b.*at least`))
  })
})

it('splits a model of signatures without losing a number', () => {
  const files = splitSignature(SIGNATURE_MODEL)
  expect(files).toEqual({ signature: SIGNATURE_SCALES, 'signature-matching': signatureMatching })
})

it('writes the same section twice, beside its sources, and leaves other sections as they are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'model-'))
  writeFileSync(join(folder, 'replay.json'), '{"kept":1}')
  const read = (name: string) => readFileSync(join(folder, `${name}.json`), 'utf8')
  const write = () => {
    writeSection(folder, 'challenge', { angleSd: 0.1 })
    return read('challenge')
  }
  const first = write()
  expect(write()).toBe(first)
  expect(first).toBe('{"angleSd":0.1}\n')
  expect(read('replay')).toBe('{"kept":1}')
  expect(JSON.parse(read('sources'))).toEqual(SOURCES)
  rmSync(folder, { recursive: true })
})
