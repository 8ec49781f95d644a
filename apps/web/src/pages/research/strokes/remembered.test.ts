import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  setPseudonym,
  formatDay,
  describeReturn,
  removePseudonym,
  deleteStrokeMemory,
  removeRecordings,
  removeStrokes,
  type GivenStrokes,
  parseStrokeMemory,
  strokeMemory,
  type StrokeMemory,
  recordStrokes,
} from './remembered.ts'

const ONE = 'sp_3q2-7wAbCdEfGhIjKlMnOp'
const OTHER = 'sp_000000000000000000000_'

const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => void stored.set(key, text),
  removeItem: (key: string) => void stored.delete(key),
}

function GIVEN(sessionId: string): GivenStrokes {
  return { sessionId, deleteToken: 'sd_x', day: '2026-11-17', isUsable: true, isRecorded: true }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage)
  deleteStrokeMemory()
  return () => vi.unstubAllGlobals()
})

function readBack() {
  return parseStrokeMemory([...stored.values()][0] ?? null)
}

describe('a person who gives strokes', () => {
  it('is remembered with every session, newest first, and known again after a reload', () => {
    recordStrokes(ONE, GIVEN('a'))
    recordStrokes(ONE, GIVEN('b'))
    expect(strokeMemory.value).toEqual({
      pseudonym: ONE,
      isFromElsewhere: false,
      given: [GIVEN('b'), GIVEN('a')],
    })
    expect(readBack()).toEqual(strokeMemory.value)
  })

  it('takes over the pseudonym of another phone, and keeps its own delete codes', () => {
    recordStrokes(ONE, GIVEN('a'))
    setPseudonym(OTHER)
    expect(strokeMemory.value).toEqual({ pseudonym: OTHER, isFromElsewhere: true, given: [GIVEN('a')] })
    removePseudonym()
    expect(strokeMemory.value).toEqual({ pseudonym: null, isFromElsewhere: false, given: [GIVEN('a')] })
  })

  it('has no recordings once they are withdrawn, and none in sessions from before recordings', () => {
    recordStrokes(ONE, GIVEN('a'))
    recordStrokes(ONE, GIVEN('b'))
    removeRecordings('a')
    expect(strokeMemory.value.given).toEqual([GIVEN('b'), { ...GIVEN('a'), isRecorded: false }])
    const { isRecorded: _, ...older } = GIVEN('c')
    expect(parseStrokeMemory(JSON.stringify({ pseudonym: ONE, given: [older] })).given).toEqual([
      { ...GIVEN('c'), isRecorded: false },
    ])
  })

  it('is forgotten without a trace', () => {
    recordStrokes(ONE, GIVEN('Aa'))
    recordStrokes(ONE, GIVEN('b'))
    removeStrokes('aA')
    expect(strokeMemory.value.given).toEqual([GIVEN('b')])
    deleteStrokeMemory()
    expect(strokeMemory.value).toEqual({ pseudonym: null, isFromElsewhere: false, given: [] })
    expect(stored.size).toBe(0)
  })

  it('is remembered as long as the page if storage is blocked', () => {
    vi.stubGlobal('localStorage', undefined)
    recordStrokes(ONE, GIVEN('a'))
    expect(strokeMemory.value.pseudonym).toBe(ONE)
    expect(stored.size).toBe(0)
  })
})

it.each(['null', '7', '[]', '{"pseudonym":"sp_","given":[{"sessionId":1},null],"isFromElsewhere":"yes"}'])(
  'what is not ours is not taken over: %s',
  (text) => {
    expect(parseStrokeMemory(text)).toEqual({ pseudonym: null, isFromElsewhere: false, given: [] })
  },
)

const TODAY = '2026-11-17'

function person(days: readonly string[], more: Partial<StrokeMemory> = {}): StrokeMemory {
  const given = days.map((day, index) => ({
    sessionId: String(index),
    deleteToken: 'sd_x',
    day,
    isUsable: true,
    isRecorded: false,
  }))
  return { pseudonym: 'sp_3q2-7wAbCdEfGhIjKlMnOp', isFromElsewhere: false, given, ...more }
}

function wordsFor(who: StrokeMemory): string | null {
  const words = describeReturn(who, TODAY)
  return words && `${words.title} ${words.given} ${words.next}`
}

it('returns null for a stranger', () => {
  expect(wordsFor({ pseudonym: null, isFromElsewhere: false, given: [] })).toBeNull()
})

it.each([
  [[TODAY], {}, 'You gave one session on one day with this phone. Another session helps most on a different day.'],
  [
    ['2026-11-16', TODAY, TODAY],
    {},
    'You gave 3 sessions on 2 days with this phone. Another session helps most on a different day.',
  ],
  [
    ['2026-11-16'],
    { isFromElsewhere: true },
    'You gave one session on one day with this phone, after starting on another. It’s a new day, so another session now helps a lot.',
  ],
  // All of it was given, then the service forgot the pseudonym.
  [['2026-11-16'], { pseudonym: null }, 'You gave one session on one day'],
])('counts what was given on %j', (days, more, words) => {
  expect(wordsFor(person(days, more))).toContain(words)
})

it('doesn’t count unusable sessions', () => {
  const [session] = person([TODAY]).given
  expect(wordsFor(person([], { given: [{ ...session!, isUsable: false }] }))).toContain('couldn’t use anything')
})

it('greets a person who comes from another phone', () => {
  expect(wordsFor(person([], { isFromElsewhere: true }))).toContain('Welcome from your other phone!')
})

it('uses the local date of this device', () => {
  expect(formatDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  expect(formatDay(new Date(2026, 0, 6, 0, 1))).toBe('2026-01-06')
})
