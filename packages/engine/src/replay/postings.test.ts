import { describe, expect, it } from 'vitest'
import { createPostings } from './memory.ts'

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
