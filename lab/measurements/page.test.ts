import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { BAND_RATES, detBand } from '../evaluation/det-band.ts'
import { eerInterval, type Trial } from '../evaluation/figures.ts'
import { writeMeasurements } from './page.ts'

/** Made-up comparisons of people whose own scores lie `apart` above those of strangers. */
function measure(people: number, apart: number) {
  const random = seededRandom(people)
  const trials: Trial[] = Array.from({ length: people * people }, (_, i) => {
    const [claimed, actual] = [Math.floor(i / people), i % people]
    const spread = random() + random() + random()
    return { claimed: `p${claimed}`, actual: `p${actual}`, score: spread + (claimed === actual ? apart : 0) }
  })
  const resampling = { random: seededRandom(1), rounds: 50 }
  const eer = eerInterval(trials, resampling)
  return { people, eer, template: eer, single: eer, frrAtFar1: eer, band: detBand(trials, BAND_RATES, resampling) }
}

const bySet = { 'forearm-gestures': measure(12, 1.5), 'air-letters': measure(5, 2) }
const strokes = {
  fit: bySet,
  validation: bySet,
  threeTakes: { fit: bySet, validation: bySet },
  moved: { fit: {}, validation: {} },
}
const identity = { 'spsw-phone': measure(20, 1.2), 'gait-crosspocket': measure(9, 0.4), 'gait-same': measure(1, 1) }
const byAge = { young: { value: 0.1, low: 0.05, high: 0.2 } }
const byHealth = { patients: { value: 0.3, low: 0.25, high: 0.4 } }
const fit = { 'weda-walk': measure(30, 1) }
const figures = { strokes, signature: { identity, fit, unseenSet: { mean: 0.2 }, byAge, byHealth } } as never
const { 'README.md': page, 'errors.svg': drawing } = writeMeasurements('a change', figures)

describe('writeMeasurements', () => {
  it('says for what, and puts every goal beside what was measured', () => {
    expect(page).toContain('after this change: a change.')
    const eer = strokes.validation['forearm-gestures'].eer.value.toFixed(3)
    expect(page).toMatch(
      new RegExp(
        `strokes EER: forearm, six gestures, two takes \\(12 people\\) \\| ≤ 0\\.040 \\| \\S+( \\S+)? \\| ${eer}`,
      ),
    )
    const weda = fit['weda-walk'].eer.value.toFixed(3)
    expect(page).toContain(`| identity EER: weda, walk (0 people) | ≤ 0.135 | unknown | too few people | ${weda} (`)
    expect(page).toContain('| patients | 0.300 (0.250 to 0.400) |')
    expect(page).toContain('| young | 0.100 (0.050 to 0.200) |')
    expect(page).toContain('## What is not known')
  })

  it('draws a curve with its band for every list that was measured, and a goal where there is one', () => {
    expect(drawing.match(/stroke="#0072b2"/g)).toHaveLength(4)
    expect(drawing.match(/fill="#cfe3f1"/g)).toHaveLength(4)
    expect(drawing.match(/<circle/g)).toHaveLength(3)
    expect(drawing).toContain('signature: gait, other pocket')
    expect(drawing).not.toContain('NaN')
  })

  it('is a page without pictures of areas that were not evaluated', () => {
    const nothing = writeMeasurements('nothing', {})
    expect(nothing['README.md']).not.toContain('By age')
    expect(nothing['errors.svg']).not.toContain('<path')
  })
})
