import { describe, expect, it } from 'vitest'
import { selectPhase, followPhase, type Phase } from './use-check.ts'

const FACTS = {
  kind: 'check',
  id: 'c-7',
  site: 'Shop',
  origin: 'https://shop.example',
  audience: 'https://shop.example',
  action: 'Pay',
  details: null,
  assurance: 1,
  otherWay: false,
  approverKey: false,
  takesFirstVisit: false,
  fromPage: false,
  test: false,
  status: 'open',
} as const
const PAIR = 'A'.repeat(43)
const SCREEN = { token: 'chk_1', isDevice: false }
const TOLD = { status: 'open', reason: null, joined: true, wrong_numbers: 0 } as const

describe('where a page begins', () => {
  const arrive = (more: object) => selectPhase({ facts: FACTS, hash: '', held: null, hasSensors: false, ...more })

  it.each<[string, object, Phase]>([
    ['a first page opens the check', {}, { at: 'opening' }],
    ['a reload goes on where it was', { held: SCREEN }, { at: 'screen', token: 'chk_1' }],
    ['a phone scans itself', { held: SCREEN, hasSensors: true }, { at: 'here', token: 'chk_1' }],
    ['a phone beside a screen asks for the number', { hash: `#${PAIR}`, held: SCREEN }, { at: 'number', pair: PAIR }],
    ['what is no link is none', { hash: '#main' }, { at: 'opening' }],
  ])('%s', (_name, more, phase) => expect(arrive(more)).toEqual(phase))

  it('says that a check is over, unless this tab can ask what came of it', () => {
    const facts = { ...FACTS, status: 'passed' }
    expect(arrive({ facts, hash: `#${PAIR}` })).toMatchObject({ at: 'ended', end: { status: 'passed' } })
    expect(arrive({ facts, held: SCREEN })).toEqual({ at: 'screen', token: 'chk_1' })
  })
})

describe('what news mean', () => {
  it('a phone that was replaced counts no longer', () => {
    expect(followPhase({ at: 'device', token: 'chk_2' }, { ...TOLD, joined: false })).toEqual({
      at: 'spent',
      isWrong: false,
    })
    const screen = { at: 'screen', token: 'chk_1' } as const
    expect(followPhase(screen, { ...TOLD, joined: false })).toBe(screen)
  })

  it('change nothing where it has ended: a phone beside a screen is not told to close its page', () => {
    const end = { status: 'passed', reason: null, returnUrl: null, isDevice: true } as const
    const ended = { at: 'ended', end } as const
    expect(followPhase(ended, { ...TOLD, status: 'passed' })).toBe(ended)
  })

  it('only what the service says brings the person back', () => {
    const told = { ...TOLD, status: 'passed', return_url: 'https://shop.example/back?code=1' } as const
    expect(followPhase({ at: 'screen', token: 'chk_1' }, told)).toEqual({
      at: 'ended',
      end: { status: 'passed', reason: null, returnUrl: told.return_url, isDevice: false },
    })
  })
})
