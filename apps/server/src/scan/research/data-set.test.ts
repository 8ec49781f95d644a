import { describe, expect, it } from 'vitest'
import type { CaptureRow } from './recording-store.ts'
import { listTrials, toNamedCaptures, renderReadme } from './recordings.ts'

let rows = 0

function capture(person: string, sessionId: string, more: Partial<CaptureRow> = {}): CaptureRow {
  return {
    id: ++rows,
    sessionId,
    person,
    day: '2026-03-10',
    device: 'Android 412',
    os: 'Android',
    browser: 'Chrome',
    browserVersion: 126,
    placement: 'hand',
    consentVersion: 1,
    rateHz: 60,
    problem: null,
    followed: true,
    ...more,
  }
}

const LATER = { day: '2026-03-17' }
const OTHER = { device: 'iOS 390', os: 'iOS' } as const
const CAPTURES = [
  capture('ada', 'a1'),
  capture('ada', 'a1'),
  capture('bob', 'b1'),
  capture('ada', 'a2', { problem: 'liveness_failed' }),
  capture('bob', 'b1'),
  capture('bob', 'b1', { followed: false }),
  capture('ada', 'a3', LATER),
  capture('ada', 'a4', { ...LATER, ...OTHER }),
  capture('eve', 'e1'),
]
const named = toNamedCaptures(CAPTURES, (person) => `p-${person.toUpperCase()}`)
const lists = listTrials(named)
const list = (name: string) => lists[`verify_stillhere-research-${name}_dev.json`]!

describe('names of an export', () => {
  it('count captures, sessions, devices and days of each person from the first', () => {
    expect(named.map(({ name, session, device, day }) => [name, session, device, day])).toEqual([
      ['p-ADA_001', 1, 'd1', 0],
      ['p-ADA_002', 1, 'd1', 0],
      ['p-ADA_003', 2, 'd1', 0],
      ['p-ADA_004', 3, 'd1', 7],
      ['p-ADA_005', 4, 'd2', 7],
      ['p-BOB_001', 1, 'd1', 0],
      ['p-BOB_002', 1, 'd1', 0],
      ['p-BOB_003', 1, 'd1', 0],
      ['p-EVE_001', 1, 'd1', 0],
    ])
  })
})

describe('trial lists', () => {
  it('of the same day hold the first session against others, or against its last capture; a refused capture takes part', () => {
    const { enrol, probe } = list('sameday')
    expect(enrol).toEqual({ 'p-ADA': ['p-ADA_001', 'p-ADA_002'], 'p-BOB': ['p-BOB_001'] })
    expect(probe).toEqual({ 'p-ADA': ['p-ADA_003'], 'p-BOB': ['p-BOB_002'] })
  })

  it.each([
    ['otherday', ['p-ADA_004']],
    ['otherdevice', ['p-ADA_005']],
  ])('of %s hold those who came back so, and no capture on both sides', (name, probes) => {
    expect(list(name).probe).toEqual({ 'p-ADA': probes })
    expect(Object.keys(list(name).enrol)).toEqual(['p-ADA'])
  })
})

it('the README of an export says how many there are, and names neither person nor session', () => {
  const text = renderReadme(named, lists)
  expect(text).toContain('9 whole captures of 3 people')
  expect(text).toContain('1 of them were refused')
  expect(text).toContain('| verify_stillhere-research-sameday_dev.json | 2 | 2 |')
  expect(text).not.toMatch(/ada|bob|e1|2026/)
})
