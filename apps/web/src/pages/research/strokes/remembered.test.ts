import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  adoptPseudonym,
  dropPseudonym,
  forgetPerson,
  forgetRecordings,
  forgetStrokes,
  type GivenStrokes,
  parseRemembered,
  remembered,
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

function session(sessionId: string): GivenStrokes {
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
    rememberStrokes(ONE, session('a'))
    rememberStrokes(ONE, session('b'))
    expect(remembered.value).toEqual({
      pseudonym: ONE,
      isFromElsewhere: false,
      given: [session('b'), session('a')],
    })
    expect(readBack()).toEqual(remembered.value)
  })

  it('goes on under the pseudonym of another phone, and keeps the codes of what was given here', () => {
    rememberStrokes(ONE, session('a'))
    adoptPseudonym(OTHER)
    expect(remembered.value).toEqual({ pseudonym: OTHER, isFromElsewhere: true, given: [session('a')] })
    dropPseudonym()
    expect(remembered.value).toEqual({ pseudonym: null, isFromElsewhere: false, given: [session('a')] })
  })

  it('has no recordings any more once they are withdrawn, and none of before there were any', () => {
    rememberStrokes(ONE, session('a'))
    rememberStrokes(ONE, session('b'))
    forgetRecordings('a')
    expect(remembered.value.given).toEqual([session('b'), { ...session('a'), isRecorded: false }])
    const { isRecorded: _, ...older } = session('c')
    expect(parseRemembered(JSON.stringify({ pseudonym: ONE, given: [older] })).given).toEqual([
      { ...session('c'), isRecorded: false },
    ])
  })

  it('is forgotten without a trace', () => {
    rememberStrokes(ONE, session('Aa'))
    rememberStrokes(ONE, session('b'))
    forgetStrokes('aA')
    expect(remembered.value.given).toEqual([session('b')])
    forgetPerson()
    expect(remembered.value).toEqual({ pseudonym: null, isFromElsewhere: false, given: [] })
    expect(stored.size).toBe(0)
  })

  it('is remembered as long as the page where storage is forbidden', () => {
    vi.stubGlobal('localStorage', undefined)
    rememberStrokes(ONE, session('a'))
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
