import { meanVector } from '../math/statistics.ts'
import { STROKE_MODEL } from '../stroke-signature/parameters.ts'
import { DEFAULT_THRESHOLDS, type RiskLevel } from '../thresholds.ts'
import { type Compared, type Context, type Evidence, MIN_SUBJECTS } from './compared.ts'
import { rankTrials, shareFrom } from './figures.ts'
import { type Line, scoreAt } from './line.ts'
import { type Seen, screenSubjects } from './screening.ts'
import { COORDINATES } from './stroke-session.ts'
import { chooseStrokeSubjects, type PlacedRound, type PlacedTemplate, type StrokeSubject } from './stroke-subjects.ts'
import { compareSubjects, scoreRound } from './stroke-trials.ts'
import type { Trials } from './trial-lists.ts'
import type { CalibrationProgress, Kept } from './types.ts'

/**
 * Compares sessions of strokes as a verification does. The shipped model stays as it is, so that nobody's strokes have shaped
 * what they are judged by; learned are its scale and the thresholds.
 */
export function* compareStrokeSessions(
  kept: readonly Kept[],
  { linked }: Context,
): Generator<CalibrationProgress, Compared> {
  const all = chooseStrokeSubjects(kept)
  if (all.subjects.length < MIN_SUBJECTS) return { grouped: { ...all, outliers: 0 }, evidence: null }
  yield { stage: 'screening', fraction: 0.2 }
  const { isGood, outliers } = screenSubjects(all.subjects, [() => seeSessions(all.subjects)])
  const grouped = { ...all, subjects: all.subjects.filter((_, i) => isGood[i]), outliers }
  yield { stage: 'comparison', fraction: 0.5 }
  return { grouped, evidence: gatherEvidence(grouped.subjects, linked) }
}

function gatherEvidence(subjects: readonly StrokeSubject[], linked: ReadonlySet<string>): Evidence {
  const { apart, ...trials } = compareSubjects(subjects, linked)
  return {
    trials,
    apart,
    projection: { k: COORDINATES, retained: 1, needed: COORDINATES },
    buildModel: (line) => ({ featureMode: 'strokes', version: STROKE_MODEL.version, calibration: line }),
    shippedFars: computeShippedRates(trials.nonMated),
    warnings: [
      ...(apart.crossDay.score.length > 0
        ? []
        : ['nobody came back on another day: same-day figures are not identity']),
      ...(apart.otherDevice.score.length > 0 ? [] : ['nobody came back with another phone']),
    ],
  }
}

/** Whole sessions: single rounds would have honest people taken for each other. */
function seeSessions(subjects: readonly StrokeSubject[]): Seen<{ template: PlacedTemplate; strokes: PlacedRound }> {
  return {
    windows: subjects.map(({ recorded }) =>
      recorded.map(({ template }) => ({ template, strokes: averageTakes(template) })),
    ),
    compare: ({ template }, { strokes }) => scoreRound(template, strokes) ?? 0,
  }
}

function averageTakes(template: PlacedTemplate): PlacedRound {
  return [...template.values()].map(({ gesture, takes }) => {
    return { gesture, place: meanVector(takes.map(({ place }) => place)) }
  })
}

/** The shipped scale is that of log odds itself. */
const SHIPPED_LINE: Line = [1, 0]

function computeShippedRates(nonMated: Trials): Record<RiskLevel, number> {
  const ranked = rankTrials(nonMated)
  const rateAt = (level: RiskLevel) => shareFrom(ranked, scoreAt(SHIPPED_LINE, DEFAULT_THRESHOLDS[level]))
  return { low: rateAt('low'), medium: rateAt('medium'), high: rateAt('high') }
}
