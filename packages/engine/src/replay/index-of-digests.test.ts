import { beforeAll, describe, expect, it } from 'vitest'
import { ALTERATIONS } from '../../test/replay-alterations.ts'
import { smoothMotion, steadyWalk } from '../../test/smooth-motion.ts'
import type { ImuSample } from '../capture.ts'
import { seededRandom } from '../random.ts'
import { type ReplayDigest, replayDigest } from './digest.ts'
import { createPostings, createReplayIndex, type ReplayIndex } from './index-of-digests.ts'
import { isReplay, nearestReplay, replaySimilarity, listPromising } from './similarity.ts'

function digestOf(imu: readonly ImuSample[]): ReplayDigest {
  const digest = replayDigest({ imu })
  if (digest.status !== 'ok') throw new Error(digest.reason)
  return digest
}

describe('createReplayIndex', () => {
  let index: ReplayIndex
  beforeAll(() => {
    index = createReplayIndex()
    for (let seed = 0; seed < 40; seed++) index.add(`motion ${seed}`, digestOf(smoothMotion(seed)))
    for (let seed = 0; seed < 20; seed++) index.add(`walk ${seed}`, digestOf(steadyWalk(seed % 4, seed)))
  })

  it.each(Object.entries(ALTERATIONS))('finds the original of a copy changed by: %s', (_, alter) => {
    const motion = index.find(digestOf(alter(smoothMotion(17), seededRandom(5))))
    expect(motion?.id).toBe('motion 17')
    expect(isReplay(motion?.similarity ?? 0)).toBe(true)
    const walk = index.find(digestOf(alter(steadyWalk(2, 6), seededRandom(6))))
    expect(walk?.id).toBe('walk 6')
  })

  it.each([0.8, 0.87, 0.94, 1.06, 1.13, 1.2])('F3: finds the original of a copy played at %s of its speed', (speed) => {
    const copyOf = (imu: readonly ImuSample[]) => digestOf(imu.map((sample) => ({ ...sample, t: sample.t / speed })))
    for (const [id, imu] of [
      ['motion 23', smoothMotion(23)],
      ['walk 6', steadyWalk(2, 6)],
    ] as const) {
      const found = index.find(copyOf(imu))
      expect(found?.id).toBe(id)
      expect(isReplay(found?.similarity ?? 0)).toBe(true)
      expect(Math.abs((found?.warp ?? 0) - speed)).toBeLessThan(0.02)
    }
  })

  it('answers what the comparison of both digests answers', () => {
    const copy = digestOf(ALTERATIONS['crop'](smoothMotion(3), seededRandom(1)))
    const stored = digestOf(smoothMotion(3))
    expect(index.find(copy)).toEqual({ id: 'motion 3', ...replaySimilarity(stored.bytes, copy.bytes) })
  })

  it('takes new motion for no replay', () => {
    for (let seed = 50; seed < 60; seed++) {
      const found = index.find(digestOf(smoothMotion(seed)))
      expect(isReplay(found?.similarity ?? 0)).toBe(false)
    }
  })

  it('knows how much it holds and finds nothing while it is empty', () => {
    expect(index.size()).toBe(60)
    const empty = createReplayIndex()
    expect(empty.size()).toBe(0)
    expect(empty.find(digestOf(smoothMotion(1)))).toBeNull()
    expect(empty.candidates(digestOf(smoothMotion(1)))).toEqual([])
  })

  it('names at most 200 candidates, the likeliest first', () => {
    const crowded = createReplayIndex()
    const digest = digestOf(smoothMotion(1))
    const most = { ...digest, hashes: digest.hashes.slice(0, -2) }
    for (let i = 0; i < 250; i++) crowded.add(`most ${i}`, most)
    for (let i = 0; i < 3; i++) crowded.add('whole', digest)
    const names = crowded.candidates(digest)
    expect(names).toHaveLength(200)
    expect(names.slice(0, 4)).toEqual(['whole', 'whole', 'whole', 'most 249'])
  })

  it('passes over captures with less than a tenth of the votes', () => {
    const uneven = createReplayIndex()
    const digest = digestOf(smoothMotion(1))
    uneven.add('all hashes', digest)
    for (let i = 0; i < 3; i++) uneven.add('one hash', { ...digest, hashes: digest.hashes.slice(0, 1) })
    expect(uneven.candidates(digest)).toEqual(['all hashes'])
  })

  it.each([
    null,
    undefined,
    7,
    {},
    { bytes: [1, 2], hashes: [] },
    { bytes: new Uint8Array(513), hashes: [] },
    { bytes: new Uint8Array(9) },
  ])('does not keep what is no digest: %j', (odd) => {
    const memory = createReplayIndex()
    memory.add('odd', odd as unknown as ReplayDigest)
    expect(memory.size()).toBe(0)
  })

  it('finds nothing for bytes that are no digest', () => {
    const digest = digestOf(smoothMotion(1))
    for (const bytes of [new Uint8Array(0), new Uint8Array(600).fill(255), undefined as unknown as Uint8Array])
      expect(index.find({ ...digest, bytes })).toBeNull()
  })
})

describe('nearestReplay', () => {
  const stored = [1, 2, 3, 4].map((seed) => digestOf(smoothMotion(seed)).bytes)

  it('names the place of the digest most alike', () => {
    const copy = digestOf(ALTERATIONS['combined'](smoothMotion(3), seededRandom(2))).bytes
    expect(listPromising(copy, stored)[0].place).toBe(2)
    expect(nearestReplay(copy, stored)).toEqual({ place: 2, ...replaySimilarity(stored[2], copy) })
  })

  it('passes over what cannot be compared', () => {
    const copy = digestOf(smoothMotion(3)).bytes
    expect(
      listPromising(copy, [new Uint8Array(9), ...stored])
        .map(({ place }) => place)
        .toSorted((p, q) => p - q),
    ).toEqual([1, 2, 3, 4])
    expect(nearestReplay(copy, [new Uint8Array(9)])).toBeNull()
    expect(nearestReplay(new Uint8Array(9), stored)).toBeNull()
    expect(nearestReplay(copy, [])).toBeNull()
  })

  it.each([null, undefined, 'digests', 3, {}, { length: 2 }])('finds nothing in what is no list: %j', (odd) => {
    expect(nearestReplay(stored[0], odd as unknown as Uint8Array[])).toBeNull()
    expect(nearestReplay(odd as unknown as Uint8Array, stored)).toBeNull()
  })

  it('passes over what is no digest in a list, and keeps the place of what is', () => {
    const odd = [null, 'x', [1, 2, 3], undefined, stored[1]] as unknown as Uint8Array[]
    expect(nearestReplay(stored[1], odd)?.place).toBe(4)
  })
})

describe('postings', () => {
  it('name every capture under a hash and none of another hash, beyond their first room', () => {
    const postings = createPostings()
    for (let i = 0; i < 5000; i++) postings.add(i % 7, i)
    for (let hash = 0; hash < 7; hash++) {
      const found: number[] = []
      postings.each(hash, (capture) => found.push(capture))
      expect(found.toReversed()).toEqual(Array.from({ length: 5000 }, (_, i) => i).filter((i) => i % 7 === hash))
      expect(postings.count(hash)).toBe(found.length)
    }
  })

  it('keep hashes apart that share a bucket', () => {
    const postings = createPostings()
    const many = 300_000
    for (let hash = 0; hash < many; hash++) postings.add(hash, hash)
    for (const hash of [0, 1, 4711, many - 1]) {
      expect(postings.count(hash)).toBe(1)
      postings.each(hash, (capture) => expect(capture).toBe(hash))
    }
    expect(postings.count(many)).toBe(0)
  })
})
