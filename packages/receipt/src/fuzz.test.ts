import { describe, expect, it, vi } from 'vitest'
import {
  type Dice,
  deep,
  diceFrom,
  hostileList,
  hostileValue,
  pick,
  randomJson,
  unfolding,
} from '../test/hostile-values.ts'
import { placesIn, valueAt, withoutPart, withPart } from '../test/json-places.ts'
import { hashReceipt, NOW, oldReceipt, sampleReceipt, makeSuccessor } from '../test/sample-receipts.ts'
import { verifyReceiptChain } from './chain.ts'
import { ReceiptError } from './failure.ts'
import { decodeHeader, encodeHeader } from './header.ts'
import { type VerifyOptions, verifyEvidenceIntegrity, verifyReceipt, verifySchema } from './verify.ts'

// 100 000 inputs in all; the seeds make every failure repeatable.
const RUNS = { receipts: 30_000, json: 30_000, hostile: 25_000, options: 5000, chains: 2000, headers: 8000 }

// A slow machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

const FIRST = sampleReceipt()
const GENUINE = [FIRST, makeSuccessor(FIRST), oldReceipt()]
const PLACES = GENUINE.map((receipt) => placesIn(receipt))
const HASHES = new Set(GENUINE.map(hashReceipt))

/** A genuine receipt after one or a few changes of any kind. */
function mutatedReceipt(dice: Dice): unknown {
  const which = dice(GENUINE.length)
  const receipt: unknown = GENUINE[which]
  const paths = Array.from({ length: 1 + dice(3) }, () => pick(dice, PLACES[which]!))
  const changed = paths.reduce((each, path) => (leadsTo(each, path) ? mutated(each, path, dice) : each), receipt)
  const place = pick(dice, PLACES[which]!)
  return dice(4) === 0 && leadsTo(changed, place) ? withPart(changed, place, hostileValue(dice)) : changed
}

function mutated(receipt: unknown, path: readonly string[], dice: Dice): unknown {
  const part = valueAt(receipt, path)
  switch (dice(5)) {
    case 0:
      return path.length > 0 ? withoutPart(receipt, path) : receipt
    case 1:
      return withPart(receipt, path, typeof part === 'object' ? { ...part, [`x${dice(9)}`]: randomJson(dice, 1) } : -1)
    case 2:
      return withPart(receipt, path, typeof part === 'string' ? part.slice(0, dice(part.length + 1)) : [part])
    case 3:
      return withPart(receipt, path, valueAt(receipt, path.slice(0, -1)))
    default:
      return withPart(receipt, path, randomJson(dice, 2))
  }
}

/** Whether a place is still there after earlier changes. */
function leadsTo(value: unknown, path: readonly string[]): boolean {
  let place = value
  for (const step of path) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) return false
    place = (place as Record<string, unknown>)[step]
  }
  return true
}

function randomOptions(dice: Dice): VerifyOptions {
  const option = () => (dice(2) === 0 ? hostileList(dice) : randomJson(dice, 1))
  const names = ['now', 'clockSkewMs', 'maxAgeMs', 'trustedIssuers', 'audience', 'predecessor', 'revoked', 'legacy']
  const options: Record<string, unknown> = { now: NOW, legacy: dice(2) === 0 }
  for (let count = dice(3); count > 0; count--) options[pick(dice, names)] = option()
  return options
}

/** Throws when one of the functions throws, or takes a forgery for genuine. */
function demandCalm(input: unknown, options: VerifyOptions): void {
  const result = verifyReceipt(input, options)
  if (result.status === 'VALID' && !(HASHES.has(result.receiptHash!) || result.coverage === 'partial')) {
    throw new Error('a forgery was taken for genuine')
  }
  if (result.status === 'INVALID' && (typeof result.detail !== 'string' || result.failures.length === 0)) {
    throw new Error('a refusal without a reason')
  }
  const code = result.failures.length % 2 === 0 ? verifySchema(input) : verifyEvidenceIntegrity(input)
  if (code !== null && typeof code !== 'string') throw new Error('a single check without an answer')
}

function repeat(runs: number, seed: number, run: (dice: Dice) => void): void {
  for (let index = 0; index < runs; index++) {
    try {
      run(diceFrom(seed + index))
    } catch (error) {
      throw new Error(`seed ${seed + index} makes it throw`, { cause: error })
    }
  }
}

describe('never throws', () => {
  it('for changed receipts', () => {
    repeat(RUNS.receipts, 1_000_000, (dice) => demandCalm(mutatedReceipt(dice), { now: NOW, legacy: dice(2) === 0 }))
  })

  it('for random JSON', () => {
    repeat(RUNS.json, 2_000_000, (dice) => demandCalm(randomJson(dice, 4), { now: NOW }))
  })

  it('for hostile values', () => {
    repeat(RUNS.hostile, 3_000_000, (dice) => demandCalm(hostileValue(dice), { now: NOW }))
  })

  it('for hostile options', () => {
    repeat(RUNS.options, 4_000_000, (dice) => {
      demandCalm(pick(dice, GENUINE), dice(8) === 0 ? (hostileValue(dice) as VerifyOptions) : randomOptions(dice))
    })
  })

  it('for chains of anything', () => {
    repeat(RUNS.chains, 5_000_000, (dice) => {
      const receipts = Array.from({ length: dice(4) }, () => {
        return dice(3) === 0 ? hostileValue(dice) : dice(2) === 0 ? pick(dice, GENUINE) : mutatedReceipt(dice)
      })
      const given = dice(10) === 0 ? hostileList(dice) : receipts
      const { results, order } = verifyReceiptChain(given as unknown[], randomOptions(dice))
      if (order?.some((index) => results[index] === undefined)) throw new Error('the order names no receipt')
    })
  })

  it('but a ReceiptError in decodeHeader', () => {
    const words = [encodeHeader(FIRST), Buffer.from(JSON.stringify(GENUINE[2])).toString('base64url')]
    repeat(RUNS.headers, 6_000_000, (dice) => {
      const word = pick(dice, words)
      const place = dice(word.length)
      const edits = [String.fromCharCode(dice(128)), '', pick(dice, words).slice(0, dice(9)), '\u0000', '=']
      const changed: unknown =
        dice(9) === 0 ? hostileValue(dice) : word.slice(0, place) + pick(dice, edits) + word.slice(place + 1)
      try {
        decodeHeader(changed as string)
      } catch (error) {
        if (!(error instanceof ReceiptError)) throw error
      }
    })
  })

  it.each<[string, () => unknown]>([
    ['nesting of 100 000 levels', () => deep(100_000)],
    ['shared branches that unfold without end', () => unfolding(200)],
    ['a huge text', () => 'x'.repeat(40_000_000)],
    ['a huge text in a payload', () => withPart(FIRST, ['evidence', '0', 'payload', 'score'], 'x'.repeat(40_000_000))],
    ['a huge name', () => ({ ['x'.repeat(20_000_000)]: 1 })],
    ['many members', () => Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [index, index]))],
    ['four million items', () => Array.from({ length: 4_000_000 }, () => 0)],
    ['100 000 levels in a payload', () => withPart(FIRST, ['evidence', '0', 'payload', 'score'], deep(100_000))],
  ])('for %s', (_, make) => {
    const value = make()
    expect(verifyReceipt(value, { now: NOW })).toMatchObject({ status: 'INVALID', reason: 'INVALID_SCHEMA' })
    expect(verifyReceiptChain([FIRST], { now: NOW, predecessor: value })).toMatchObject({ reason: 'CHAIN_BROKEN' })
  })

  it('when hardly any stack is left', () => {
    const exhaust = (): string => {
      try {
        return exhaust()
      } catch {
        return verifyReceipt(FIRST, { now: NOW }).status
      }
    }
    let outcome: unknown
    try {
      outcome = exhaust()
    } catch (error) {
      outcome = error
    }
    expect(outcome === 'VALID' || outcome === 'INVALID' || outcome instanceof RangeError).toBe(true)
  })
})
