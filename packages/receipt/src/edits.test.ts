import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placesIn, valueAt, withMembersReversed, withoutPart, withPart } from '../test/json-places.ts'
import { NOW, oldReceipt, sampleReceipt } from '../test/sample-receipts.ts'
import { canonicalize, parseJson } from './json.ts'
import { verifyReceipt } from './verify.ts'

const SAMPLE = sampleReceipt()
const MINIMAL = sampleReceipt({
  audience: undefined!,
  verdict: undefined!,
  references: [],
  subject: { id: SAMPLE.subject.id },
  evidence: [{ engineId: 'e', engineVersion: '1', confidence: 0, payload: {} }],
})

const RECEIPTS = [
  ['a receipt with every member', SAMPLE],
  ['a receipt with the fewest members', MINIMAL],
] as const

const isValid = (receipt: unknown) => verifyReceipt(receipt, { now: NOW }).status === 'VALID'
const judgeOld = (receipt: unknown) => verifyReceipt(receipt, { now: NOW, legacy: true })
const pointerOf = (path: readonly string[]) => path.map((step) => `/${step}`).join('')
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Other values that somebody might put in this place: of the same type, and of every other. */
function substitutesFor(value: unknown): unknown[] {
  const common = [null, true, false, 0, 1, -1, 1e21, '', '0', 'x', [], [value], {}, { value }]
  const numbers = typeof value === 'number' ? [value + 1, value / 2, -value, value + Number.EPSILON, String(value)] : []
  const texts =
    typeof value === 'string'
      ? [`${value} `, ` ${value}`, value.slice(1), value.toUpperCase(), value.replace(/.$/u, '0'), `${value}\u0000`]
      : []
  return [...common, ...numbers, ...texts].filter((other) => canonicalize(other) !== canonicalize(value))
}

describe.each(RECEIPTS)('%s', (_, receipt) => {
  const places = placesIn(receipt)

  it('is valid, also after a JSON round trip and with members in any order', () => {
    expect(isValid(receipt)).toBe(true)
    expect(isValid(JSON.parse(JSON.stringify(receipt, null, 2)))).toBe(true)
    expect(isValid(withMembersReversed(receipt))).toBe(true)
    expect(isValid(parseJson(canonicalize(receipt)))).toBe(true)
  })

  it('is invalid when any one part is exchanged', () => {
    const survivors = places.flatMap((path) => {
      const substitutes = substitutesFor(valueAt(receipt, path))
      return substitutes.filter((other) => isValid(withPart(receipt, path, other))).map(() => pointerOf(path))
    })
    expect(survivors).toEqual([])
  })

  it('is invalid when any one member or item is left out', () => {
    const survivors = places.slice(1).filter((path) => isValid(withoutPart(receipt, path)))
    expect(survivors.map(pointerOf)).toEqual([])
  })

  it('is invalid when a member is added at any level', () => {
    const additions = Object.entries({
      note: 'x',
      '': null,
      0: 0,
      value: true,
      type: 'x',
      verdict: 'FAIL',
      audience: 'me',
      signature: {},
      constructor: {},
      payload: {},
    })
    const survivors = places.flatMap((path) => {
      const object = valueAt(receipt, path)
      if (!isObject(object)) return []
      return additions
        .filter(([name]) => !Object.hasOwn(object as object, name))
        .filter(([name, value]) => isValid(withPart(receipt, path, { ...(object as object), [name]: value })))
        .map(([name]) => pointerOf([...path, name]))
    })
    expect(survivors).toEqual([])
  })

  it('is invalid when items of a list are exchanged, repeated or added', () => {
    const survivors = places.filter((path) => {
      const items = valueAt(receipt, path)
      if (!Array.isArray(items)) return false
      const variants: unknown[][] = [
        [...items, null],
        [...items, 'x'],
        [...items, {}],
      ]
      if (items.length > 0) variants.push([...items, items[0]], [items.at(-1), ...items])
      if (items.length > 1) variants.push(items.toReversed())
      return variants.some((other) => isValid(withPart(receipt, path, other)))
    })
    expect(survivors.map(pointerOf)).toEqual([])
  })

  it('is invalid with any other JSON value in any place', () => {
    const name = fc.string({ maxLength: 4 }).filter((text) => text !== '__proto__')
    const value = fc.jsonValue({ maxDepth: 2 })
    fc.assert(
      fc.property(fc.constantFrom(...places), name, value, (path, added, other) => {
        const before = valueAt(receipt, path)
        const edited = isObject(before) ? { ...(before as object), [added]: other } : other
        fc.pre(canonicalize(edited) !== canonicalize(before))
        expect(isValid(withPart(receipt, path, edited))).toBe(false)
      }),
      { seed: 20260303, numRuns: 1000 },
    )
  })

  it('is unreadable, invalid or the same after any edit of one character of its text', () => {
    const text = JSON.stringify(receipt)
    const original = canonicalize(receipt)
    const characters = '0f"\\{}[]:, .e-+9Zt'
    const survivors: string[] = []
    for (let place = 0; place <= text.length; place++) {
      const character = characters[place % characters.length]!
      const [before, after] = [text.slice(0, place), text.slice(place)]
      for (const changed of [
        before + after.slice(1),
        before + character + after.slice(1),
        before + character + after,
      ]) {
        const parsed = readOrNull(changed)
        if (parsed !== null && isValid(parsed) && canonicalize(parsed) !== original) survivors.push(changed)
      }
    }
    expect(survivors).toEqual([])
  })
})

describe('an old receipt', () => {
  const old = oldReceipt()
  const { unsignedMembers } = judgeOld(old)

  it('is invalid when any one part is exchanged, but for those that are named as unsigned', () => {
    const leaves = placesIn(old).filter((path) => typeof valueAt(old, path) !== 'object')
    const survivors = leaves.filter((path) =>
      substitutesFor(valueAt(old, path)).some((other) => judgeOld(withPart(old, path, other)).status === 'VALID'),
    )
    expect(survivors.length).toBeGreaterThan(0)
    expect(unsignedMembers).toEqual(expect.arrayContaining(survivors.map(pointerOf)))
  })

  it('is invalid when a member is added at any level', () => {
    const survivors = placesIn(old).filter((path) => {
      const object = valueAt(old, path)
      return isObject(object) && judgeOld(withPart(old, path, { ...(object as object), note: 1 })).status === 'VALID'
    })
    expect(survivors).toEqual([])
  })
})

function readOrNull(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}
