import type { Client, OutputOf } from '@stillhere/client/http'
import { useMemo } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { say } from '../../../words/speak.ts'
import { ArtifactView } from './artifact-view.tsx'
import type { Status } from './report.ts'

/** Shows the report of a calibration over simulated people, to try the view without data. Makes no requests. Calls `onLeave` when the operator closes it. */
export function Sample({ status, onLeave }: { status: Status; onLeave: () => void }) {
  const report = useMemo(createSampleReport, [])
  // The view makes no other request, and none reaches the service.
  const client = useMemo(() => ({ getCalibrationArtifact: async () => report }) as unknown as Client, [report])
  const artifact = { ...report, artifact_id: SAMPLE_ID, applicable: false, active: false }
  return (
    <>
      <Notice kind="warn" title={WORDS.title} live>
        <p>{WORDS.text}</p>
        <p>
          <Button kind="quiet" onClick={onLeave}>
            {WORDS.leave}
          </Button>
        </p>
      </Notice>
      <ArtifactView
        admin={client}
        artifact={artifact}
        list={[artifact]}
        status={{ ...status, artifact_id: null }}
        against={null}
        onAgainst={() => {}}
      />
    </>
  )
}

type Report = OutputOf<'getCalibrationArtifact'>
type Score = { score: number; isMated: boolean }

const PEOPLE = 60
const SESSIONS_EACH = 6
const BINS = 40
const TARGETS = [
  { far: 0.1, level: 'low' },
  { far: 0.05, level: 'medium' },
  { far: 0.01, level: 'high' },
] as const

/** Creates a report over simulated people, whose scores are drawn from two bell curves with a fixed seed, so that it is always the same. */
export function createSampleReport(): Report {
  const random = createRandom(20)
  const mated = createScores(random, { count: PEOPLE * SESSIONS_EACH, middle: 0.78, spread: 0.09, isMated: true })
  const others = createScores(random, { count: PEOPLE * 20, middle: 0.38, spread: 0.13, isMated: false })
  const points = TARGETS.map(({ far, level }) => findPoint(mated, others, { far, level }))
  const thresholds = {
    low: points[0]?.threshold ?? null,
    medium: points[1]?.threshold ?? null,
    high: points[2]?.threshold ?? null,
  }
  return {
    artifact_id: SAMPLE_ID,
    created_at: '2026-01-01T12:00:00.000Z',
    sessions: PEOPLE * SESSIONS_EACH,
    people: PEOPLE,
    frames: PEOPLE * SESSIONS_EACH * 240,
    feature_mode: 'signature_128',
    labels: 'people',
    pairs: { mated: mated.length, non_mated: others.length },
    excluded: { duplicates: 2, unusable: 5, dominated: 0, outliers: 3 },
    pca_input_dim: 128,
    pca_output_dim: 48,
    variance_retained: 0.95,
    ...measureErrors(mated, others),
    thresholds,
    operating_points: points,
    same_day: null,
    cross_day: null,
    other_device: null,
    shipped_fars: null,
    attacks: { worse: false, families: [] },
    warnings: [],
    elapsed_ms: 4200,
    plots: { det: createDetCurve(mated, others), histogram: countScores(mated, others) },
  }
}

/** An ID that no real artifact has. */
const SAMPLE_ID = '00000000-0000-4000-8000-000000000000'

// mulberry32: small, and gives the same numbers in every browser.
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Bell = { count: number; middle: number; spread: number; isMated: boolean }

function createScores(random: () => number, { count, middle, spread, isMated }: Bell): Score[] {
  return Array.from({ length: count }, () => {
    // The sum of twelve uniform draws is close to a normal distribution.
    const bell = Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6)
    return { score: Math.min(1, Math.max(0, middle + spread * bell)), isMated }
  })
}

const computeShareAbove = (scores: readonly Score[], threshold: number) =>
  scores.filter(({ score }) => score >= threshold).length / scores.length

type Target = { far: number; level: 'low' | 'medium' | 'high' }

function findPoint(mated: readonly Score[], others: readonly Score[], { far, level }: Target) {
  const falling = others.map(({ score }) => score).toSorted((one, other) => other - one)
  const threshold = falling[Math.floor(far * falling.length)] ?? 1
  const [realised, fnmr] = [computeShareAbove(others, threshold), 1 - computeShareAbove(mated, threshold)]
  const computeInterval = (share: number, trials: number): [number, number] => {
    const margin = 1.96 * Math.sqrt((share * (1 - share)) / trials)
    return [Math.max(0, share - margin), Math.min(1, share + margin)]
  }
  return {
    target_far: far,
    level,
    threshold,
    threshold_interval: [threshold - 0.02, threshold + 0.02],
    realised_far: realised,
    far_interval: computeInterval(realised, others.length),
    fnmr,
    fnmr_interval: computeInterval(fnmr, mated.length),
    trials: others.length,
    trials_needed: Math.ceil(3 / far),
  }
}

const STEPS = Array.from({ length: 101 }, (_, index) => index / 100)

function createDetCurve(mated: readonly Score[], others: readonly Score[]) {
  return STEPS.map((threshold) => ({
    far: computeShareAbove(others, threshold),
    fnmr: 1 - computeShareAbove(mated, threshold),
  }))
}

function measureErrors(mated: readonly Score[], others: readonly Score[]) {
  const nearest = createDetCurve(mated, others).toSorted((one, other) => computeGap(one) - computeGap(other))[0]
  return { eer: nearest ? (nearest.far + nearest.fnmr) / 2 : null, auc: 0.995, d_prime: (0.78 - 0.38) / 0.112 }
}

function computeGap({ far, fnmr }: { far: number; fnmr: number }): number {
  return Math.abs(far - fnmr)
}

function countScores(mated: readonly Score[], others: readonly Score[]): Report['plots']['histogram'] {
  const count = (scores: readonly Score[]) => {
    const bins = Array.from({ length: BINS }, () => 0)
    for (const { score } of scores) {
      const bin = Math.min(BINS - 1, Math.floor(score * BINS))
      bins[bin] = (bins[bin] ?? 0) + 1 / scores.length
    }
    return bins
  }
  const edges = Array.from({ length: BINS + 1 }, (_, index) => index / BINS)
  return { edges, mated: count(mated), non_mated: count(others) }
}

/** The texts of the sample. */
export const WORDS = {
  title: say('This is sample data.'),
  text: say('60 simulated people, the same every time. None of it is stored, and it can’t be put in force.'),
  leave: say('Leave the sample'),
} as const
