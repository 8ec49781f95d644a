import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  adoptPseudonym,
  dayOf,
  describeReturn,
  dropPseudonym,
  forgetPerson,
  forgetRecordings,
  forgetStrokes,
  type GivenStrokes,
  parseRemembered,
  remembered,
  type Remembered,
  rememberStrokes,
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
  forgetPerson()
  return () => vi.unstubAllGlobals()
})

function readBack() {
  return parseRemembered([...stored.values()][0] ?? null)
}

describe('a person who gives strokes', () => {
  it('is remembered with every session, newest first, and known again after a reload', () => {
    rememberStrokes(ONE, GIVEN('a'))
    rememberStrokes(ONE, GIVEN('b'))
    expect(remembered.value).toEqual({
      pseudonym: ONE,
      isFromElsewhere: false,
      given: [GIVEN('b'), GIVEN('a')],
    })
    expect(readBack()).toEqual(remembered.value)
  })

  it('goes on under the pseudonym of another phone, and keeps the codes of what was given here', () => {
    rememberStrokes(ONE, GIVEN('a'))
    adoptPseudonym(OTHER)
    expect(remembered.value).toEqual({ pseudonym: OTHER, isFromElsewhere: true, given: [GIVEN('a')] })
    dropPseudonym()
    expect(remembered.value).toEqual({ pseudonym: null, isFromElsewhere: false, given: [GIVEN('a')] })
  })

  it('has no recordings any more once they are withdrawn, and none of before there were any', () => {
    rememberStrokes(ONE, GIVEN('a'))
    rememberStrokes(ONE, GIVEN('b'))
    forgetRecordings('a')
    expect(remembered.value.given).toEqual([GIVEN('b'), { ...GIVEN('a'), isRecorded: false }])
    const { isRecorded: _, ...older } = GIVEN('c')
    expect(parseRemembered(JSON.stringify({ pseudonym: ONE, given: [older] })).given).toEqual([
      { ...GIVEN('c'), isRecorded: false },
    ])
  })

  it('is forgotten without a trace', () => {
    rememberStrokes(ONE, GIVEN('Aa'))
    rememberStrokes(ONE, GIVEN('b'))
    forgetStrokes('aA')
    expect(remembered.value.given).toEqual([GIVEN('b')])
    forgetPerson()
    expect(remembered.value).toEqual({ pseudonym: null, isFromElsewhere: false, given: [] })
    expect(stored.size).toBe(0)
  })

  it('is remembered as long as the page where storage is forbidden', () => {
    vi.stubGlobal('localStorage', undefined)
    rememberStrokes(ONE, GIVEN('a'))
    expect(remembered.value.pseudonym).toBe(ONE)
    expect(stored.size).toBe(0)
  })
})

it.each(['null', '7', '[]', '{"pseudonym":"sp_","given":[{"sessionId":1},null],"isFromElsewhere":"yes"}'])(
  'what is not ours is not taken over: %s',
  (text) => {
    expect(parseRemembered(text)).toEqual({ pseudonym: null, isFromElsewhere: false, given: [] })
  },
)

const TODAY = '2026-11-17'

function person(days: readonly string[], more: Partial<Remembered> = {}): Remembered {
  const given = days.map((day, index) => ({
    sessionId: String(index),
    deleteToken: 'sd_x',
    day,
    isUsable: true,
    isRecorded: false,
  }))
  return { pseudonym: 'sp_3q2-7wAbCdEfGhIjKlMnOp', isFromElsewhere: false, given, ...more }
}

function wordsFor(who: Remembered): string | null {
  const words = describeReturn(who, TODAY)
  return words && `${words.title} ${words.given} ${words.next}`
}

it('says nothing to a stranger', () => {
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

it('does not count what could not be used', () => {
  const [session] = person([TODAY]).given
  expect(wordsFor(person([], { given: [{ ...session!, isUsable: false }] }))).toContain('couldn’t use anything')
})

it('greets whoever comes from another phone', () => {
  expect(wordsFor(person([], { isFromElsewhere: true }))).toContain('Welcome from your other phone!')
})

it('takes the day of this device’s own clock', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  expect(dayOf(new Date(2026, 0, 6, 0, 1))).toBe('2026-01-06')
})
