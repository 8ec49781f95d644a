import { describe, expect, it } from 'vitest'
import { ScanError, type ScanErrorDetails, type ScanErrorKind } from '../capture/scan-error.ts'
import { createVoice } from '../voice/voice.ts'
import { messages } from './catalogs/de.ts'
import { messages as spanishMessages } from './catalogs/es.ts'
import { type Explanation, explainFailure } from './explanation.ts'
import { mergeWords } from './words.ts'

const WORDS = mergeWords({})
const KINDS = Object.keys(WORDS.failures) as ScanErrorKind[]

function viewOf(kind: ScanErrorKind, details: ScanErrorDetails = {}, own: Explanation = {}, message = 'it was seen') {
  return explainFailure(new ScanError(kind, message, details), WORDS, own)
}

it.each(KINDS)('%s has its words and a way on', (kind) => {
  const view = viewOf(kind)
  expect(view.title.length).toBeGreaterThan(10)
  expect(view.advice.join()).toMatch(/\.$/)
  expect(['retry', 'wait', 'give_up']).toContain(view.next)
})

describe('in another language', () => {
  const german = mergeWords({}, createVoice('de', messages))
  const tell = (kind: ScanErrorKind, message: string, explanation?: string) => {
    const verification = { explanation } as never
    const error = new ScanError(kind, message, explanation === undefined ? {} : { verification })
    return explainFailure(error, german, {})
  }

  it('says title and advice of every failure, and leaves an English reason out', () => {
    for (const kind of KINDS) {
      const { title, reason, advice } = tell(kind, 'it was seen')
      expect([title, ...advice].join(' ')).not.toMatch(/\b(?:the|and|your)\b/i)
      expect(reason).toBe('')
    }
  })

  it('says why a service refused: in its words where there are no others', () => {
    expect(tell('vetoed', '', 'This motion was shown before. Every scan must be new.').reason).toMatch(
      /^Diese Bewegung/,
    )
    expect(tell('service_refused', 'the service refused: no such node').reason).toBe(
      'The service refused: no such node.',
    )
  })
})

describe('the reason', () => {
  it.each(['service_unreachable', 'permission_denied'] as const)(
    'E14: of %s is its title, and names no call',
    (kind) => {
      expect(viewOf(kind).reason).toBe('')
    },
  )

  it('is in the words of the service where it judged', () => {
    const verification = { explanation: 'Move as you do.' } as never
    expect(viewOf('service_refused', { verification }).reason).toBe('Move as you do.')
  })

  it('names what the service found, where that says more than the kind', () => {
    const titleOf = (reason: string) =>
      viewOf('vetoed', { verification: { rejection_reason: reason, explanation: null } as never }).title
    expect(titleOf('replay_detected')).toBe('This motion was used before')
    expect(titleOf('coupling_failed')).toBe('Camera and sensors disagree')
    expect(titleOf('context_anomaly')).toBe(WORDS.failures.vetoed)
  })

  it('of a slow browser and of a still phone is what can be done about it, in each language, wherever it was found', () => {
    const spanish = mergeWords({}, createVoice('es', spanishMessages))
    const german = mergeWords({}, createVoice('de', messages))
    const slow = 'This browser delivers motion too slowly (20 Hz). Try another browser or phone.'
    const still = 'The phone hardly moved. Move more.'
    const reasonIn = (words: typeof german, reason: string) => {
      const here = explainFailure(
        new ScanError('insufficient_signal', reason, { continuity: { evidence: [] } as never }),
        words,
        {},
      )
      const verification = { rejection_reason: 'insufficient_signal', explanation: reason } as never
      const there = explainFailure(new ScanError('insufficient_signal', '', { verification }), words, {})
      expect(here.reason).toBe(there.reason)
      return here.reason
    }
    expect(reasonIn(WORDS, slow)).toBe(slow)
    expect(reasonIn(german, slow)).toBe(
      'Dieser Browser liefert Bewegungen zu langsam (20 Hz). Versuche es mit einem anderen Browser oder Handy.',
    )
    expect(reasonIn(spanish, slow)).toMatch(/^Este navegador .* \(20 Hz\)/)
    expect(reasonIn(WORDS, still)).toBe(still)
    expect(reasonIn(german, still)).toBe('Das Handy hat sich kaum bewegt. Bewege es mehr.')
    expect(reasonIn(spanish, still)).toBe('El teléfono apenas se movió. Muévelo más.')
  })

  it('leaves out the numbers of engines, and what the arrows tell better', () => {
    const continuity = { evidence: [] } as never
    const message = 'presence (EE-001) could not be judged: no samples'
    expect(viewOf('insufficient_signal', { continuity }, {}, message).reason).toBe(
      'Presence could not be judged: no samples.',
    )
    expect(viewOf('not_alive', { continuity }).reason).toBe('')
    expect(viewOf('not_alive').reason).toBe('It was seen.')
  })
})

it('E9: shows whoever denied the sensors the way back, but not whom the browser did not ask', () => {
  expect(viewOf('permission_denied')).toMatchObject({ needsPermission: true, next: 'give_up' })
  const unasked = viewOf('permission_denied', { next: 'retry', advice: 'Tap the button.' })
  expect(unasked).toMatchObject({ needsPermission: false, advice: ['Tap the button.'] })
})

it('waits as long as it was told to', () => {
  expect(viewOf('service_refused', { next: 'wait', retryAfterMs: 90_000 }).waitMs).toBe(90_000)
})

it('lets the page say what it knows better, and no more than that', () => {
  const own = { title: 'You have enrolled before', advice: 'Get a code.', next: 'give_up' } as const
  expect(viewOf('service_refused', {}, own)).toMatchObject({
    title: 'You have enrolled before',
    reason: 'It was seen.',
    advice: ['Get a code.'],
    next: 'give_up',
  })
  expect(viewOf('vetoed').advice[0]).toContain('Trying again here won’t help.')
})
