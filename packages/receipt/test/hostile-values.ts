import { NotJsonError } from '../src/json.ts'

/** A seeded source of whole numbers below a limit (mulberry32), so that a failure can be repeated. */
export type Dice = (limit: number) => number

export function diceFrom(seed: number): Dice {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

export function pick<Item>(dice: Dice, items: readonly Item[]): Item {
  return items[dice(items.length)] as Item
}

const TEXTS = [
  '',
  'x',
  '0',
  '__proto__',
  'é',
  '\u{1F600}',
  '\ud800',
  '2026-03-01T12:00:00.000Z',
  'a'.repeat(64),
  ':',
  '\u0000',
]
const NUMBERS = [0, -0, 1, -1, 0.5, 1e21, 1e-7, 2 ** 53, Number.MAX_VALUE, 5e-324, 1500]
const NAMES = ['a', 'b', '', '0', '10', 'value', 'signature', 'constructor', 'toString', 'payload', 'subject', 'then']

/** Random JSON data, at most a few levels deep. */
export function randomJson(dice: Dice, depth = 3): unknown {
  const kind = dice(depth > 0 ? 7 : 5)
  if (kind === 0) return null
  if (kind === 1) return dice(2) === 0
  if (kind <= 3) return kind === 2 ? pick(dice, NUMBERS) : pick(dice, TEXTS)
  if (kind === 4) return String.fromCharCode(...Array.from({ length: dice(8) }, () => dice(0x10000)))
  const parts = Array.from({ length: dice(5) }, () => randomJson(dice, depth - 1))
  return kind === 5 ? parts : Object.fromEntries(parts.map((part) => [pick(dice, NAMES), part]))
}

/** A JavaScript value that no JSON text can mean, or that bites when it is touched. */
export function hostileValue(dice: Dice): unknown {
  return dice(200) === 0 ? pick(dice, [cyclic(), deep(300)]) : pick(dice, HOSTILE)(dice)
}

/** The same without arrays that claim more items than memory holds, for what copies a list before it looks inside. */
export function hostileList(dice: Dice): unknown {
  const value = hostileValue(dice)
  return isArray(value) ? [hostileValue(dice)] : value
}

function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value)
  } catch {
    return false
  }
}

class Impostor {
  status = 'VALID'
}

const HOSTILE: ((dice: Dice) => unknown)[] = [
  () => undefined,
  () => Symbol('hostile'),
  () => 10n ** 30n,
  () => Number.NaN,
  () => Number.NEGATIVE_INFINITY,
  () => () => 'called',
  () => Impostor,
  () => new Date(0),
  () => new Date(Number.NaN),
  () => new Map([['a', 1]]),
  () => new Set([1]),
  () => new WeakMap(),
  () => /x/g,
  () => new Error('hostile'),
  () => Promise.resolve(true),
  () => new Uint8Array(8),
  () => new ArrayBuffer(8),
  () => Object('boxed'),
  () => Object(5),
  () => Object(true),
  () => Object(5n),
  () => Object(Symbol('boxed')),
  () => new Impostor(),
  () => Object.create(null),
  () => Object.create({ inherited: 1 }),
  () => globalThis,
  () => Object.assign([], { length: 2 ** 32 - 1 }),
  () => Object.assign([1], { length: 3 }),
  () => Object.assign([1, 2], { extra: 1 }),
  () => Object.freeze({ a: Object.freeze([]) }),
  () =>
    (function () {
      return arguments
    })(),
  () => ({ toJSON: () => ({}) }),
  () => ({ toString: null, valueOf: null, [Symbol.toPrimitive]: 5 }),
  () => ({ [Symbol.iterator]: () => ({ next: () => ({ done: true }) }) }),
  () => ({ [Symbol.iterator]: 5 }),
  () => makeRevokedProxy({}),
  () => makeRevokedProxy([]),
  (dice) => throwingGetter(dice),
  (dice) => throwingProxy(dice, {}),
  (dice) => throwingProxy(dice, []),
  (dice) => throwingProxy(dice, () => 1),
  (dice) => [throwingProxy(dice, {})],
  (dice) => ({ a: [throwingProxy(dice, [])] }),
  (dice) => lyingArray(dice),
  (dice) => lyingObject(dice),
  (dice) => fickle(dice),
]

export function deep(levels: number): unknown {
  let value: unknown = {}
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value }
  return value
}

/** Small in memory, endless when it is unfolded. */
export function unfolding(levels: number): unknown {
  let value: unknown = {}
  for (let level = 0; level < levels; level++) value = { a: value, b: value }
  return value
}

function cyclic(): unknown {
  const value: Record<string, unknown> = { list: [] }
  ;(value.list as unknown[]).push(value)
  return value
}

function makeRevokedProxy(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}

function falseError(): object {
  return Object.create(NotJsonError.prototype, {
    message: {
      get() {
        throw new Error('read')
      },
    },
  })
}

/** What hostile code throws: not only errors. */
function somethingThrown(dice: Dice): unknown {
  return pick<() => unknown>(dice, [
    () => new Error('hostile'),
    () => new NotJsonError('/hostile', 'is hostile'),
    () => undefined,
    () => null,
    () => 'text',
    () => Symbol('thrown'),
    () => makeRevokedProxy({}),
    () => falseError(),
  ])()
}

function throwingGetter(dice: Dice): object {
  return Object.defineProperty({ a: 1 }, pick(dice, NAMES), {
    enumerable: true,
    get() {
      throw somethingThrown(dice)
    },
  })
}

/** Throws in every trap, or in some of them. */
function throwingProxy(dice: Dice, target: object): object {
  const patience = dice(4)
  let calls = 0
  const trap = () =>
    calls++ < patience
      ? undefined
      : () => {
          throw somethingThrown(dice)
        }
  return new Proxy(target, new Proxy({}, { get: trap }))
}

function lyingArray(dice: Dice): object {
  const length = pick<unknown>(dice, [
    Number.NaN,
    -1,
    1e9,
    2.5,
    '3',
    {},
    null,
    undefined,
    Symbol('length'),
    5n,
    Infinity,
  ])
  return new Proxy([1, 2], { get: (target, name) => (name === 'length' ? length : Reflect.get(target, name)) })
}

function lyingObject(dice: Dice): object {
  const names = pick<(string | symbol)[]>(dice, [['a', 'a'], ['__proto__'], ['x', 'y'], [Symbol('s')], []])
  return new Proxy(
    {},
    {
      ownKeys: () => names,
      getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true, writable: true }),
      get: (_, name) => (typeof name === 'symbol' ? undefined : hostileOrPlain(dice)),
    },
  )
}

function hostileOrPlain(dice: Dice): unknown {
  return dice(2) === 0 ? randomJson(dice, 1) : pick(dice, HOSTILE.slice(0, 20))(dice)
}

/** Answers something else each time it is read. */
function fickle(dice: Dice): object {
  return Object.defineProperty({}, 'value', { enumerable: true, get: () => randomJson(dice, 2) })
}
