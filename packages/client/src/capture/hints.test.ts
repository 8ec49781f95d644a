import type { ImuSample } from '@stillhere/engine'
import { describe, expect, it } from 'vitest'
import { measureAgitation, type HintState, selectHint } from './hints.ts'
import type { StrokeProgress } from './progress.ts'

const calm: HintState = {
  phase: 'capturing',
  mode: 'sensors',
  stroke: null,
  sinceCueMs: -500,
  agitation: 0.2,
  score: 0.9,
}

function stroke(state: StrokeProgress['state']): StrokeProgress {
  return { index: 0, of: 6, direction: 'up-left', words: 'Move the phone straight up.', state }
}

describe('chooseHint', () => {
  it.each<[string, Partial<HintState>, RegExp | null]>([
    ['while it asks', { phase: 'asking' }, /^Allow the motion sensors/],
    ['a pointer needs no permission', { phase: 'asking', mode: 'pointer' }, null],
    ['while it prepares', { phase: 'preparing' }, /in your hand/],
    ['in the countdown', { phase: 'countdown' }, /loosely/],
    ['a phone on a table, in the countdown', { phase: 'countdown', agitation: 0 }, /^Take the phone in your hand/],
    ['a pointer, in the countdown', { phase: 'countdown', mode: 'pointer', agitation: null }, /^Practice/],
    ['before the first stroke', {}, /^Wait for the arrow/],
    ['a phone on a table', { agitation: 0.01 }, /^Take the phone in your hand/],
    ['a shaking hand before a stroke', { agitation: 3, stroke: stroke('coming') }, /^Hold still/],
    ['a stiff hand', { score: 0.1, stroke: stroke('coming') }, /looser/],
    ['no score yet', { score: null, stroke: stroke('coming') }, /^Get ready/],
    ['a stroke that is due', { stroke: stroke('now'), sinceCueMs: 100 }, /^Move the phone straight up/],
    ['a stroke that is late', { stroke: stroke('now'), sinceCueMs: 700 }, /^Move now/],
    ['a stroke under way', { stroke: stroke('now'), sinceCueMs: 700, agitation: 2 }, /^Move the phone straight up/],
    ['a stroke whose time is up', { stroke: stroke('over'), sinceCueMs: 1500 }, /^Stay there/],
    ['a pointer that waits', { mode: 'pointer', agitation: null }, /^Wait/],
    ['a pointer that is to move', { mode: 'pointer', stroke: stroke('now') }, /^Move up and to the left/],
    ['a pointer that has moved', { mode: 'pointer', stroke: stroke('over') }, /^Stay there/],
    ['while it judges', { phase: 'judging' }, /^Done/],
    ['at the end', { phase: 'done' }, null],
  ])('%s', (_, state, expected) => {
    const hint = selectHint({ ...calm, ...state })
    if (expected === null) expect(hint).toBeNull()
    else expect(hint).toMatch(expected)
  })
})

describe('measureAgitation', () => {
  const shaken = (size: number): ImuSample[] =>
    Array.from({ length: 60 }, (_, i) => ({ t: i * 16, ax: i % 2 === 0 ? size : -size, ay: 9.8, az: 0 }))

  it('is the spread of the acceleration, whichever way it goes', () => {
    expect(measureAgitation(shaken(2))).toBeCloseTo(2, 1)
    expect(measureAgitation(shaken(0))).toBeCloseTo(0)
  })

  it('looks at the last half second alone', () => {
    expect(
      measureAgitation([...shaken(5), ...shaken(0).map((sample) => ({ ...sample, t: sample.t + 960 }))]),
    ).toBeCloseTo(0)
  })

  it('says nothing of too little', () => {
    expect(measureAgitation([])).toBeNull()
    expect(measureAgitation(shaken(1).slice(0, 3))).toBeNull()
  })
})
