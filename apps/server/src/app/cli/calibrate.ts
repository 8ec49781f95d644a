import { type CalibrationOptions, type CalibrationReport, runCalibration } from '@stillhere/contract'
import type { Queries } from '../../platform/database/pool.ts'
import { createBodyCheck } from '../../platform/http/body.ts'
import { say } from '../../platform/speakers.ts'
import { runClaimed, startRun } from '../../scan/calibration/run.ts'
import { findReport, findRun, isInForce } from '../../scan/calibration/store.ts'
import { type Command, readArguments, UsageProblem, runBesideService } from './command.ts'

const OPTIONS = {
  'feature-mode': { type: 'string' },
  'pca-output-dim': { type: 'string' },
  'target-fars': { type: 'string' },
  'min-variance': { type: 'string' },
  'typescript-features': { type: 'boolean', default: false },
} as const

/** Runs a calibration, shows its progress, and prints the result. */
export const runCalibrate: Command = async (args, surroundings) => {
  const { values } = readArguments(args, { options: OPTIONS })
  const options = readOptions(values)
  const { print, showProgress } = surroundings
  return runBesideService(surroundings, async (service) => {
    const run = await startRun(service, options)
    await runClaimed(service, run, {
      onProgress: ({ stage, percent }) => showProgress(percent / 100, stage),
    })
    return await showOutcome(service.db, run.id, print)
  })
}

type Values = { [Name in keyof typeof OPTIONS]?: string | boolean }

/** Converts the options of the command to those of the contract, whose bounds apply. */
function readOptions(values: Values): CalibrationOptions {
  const number = (value: string | boolean | undefined) => (value === undefined ? undefined : Number(value))
  const given = {
    feature_mode: values['feature-mode'],
    pca_output_dim: number(values['pca-output-dim']),
    target_fars: typeof values['target-fars'] === 'string' ? values['target-fars'].split(',').map(Number) : undefined,
    min_variance: number(values['min-variance']),
    use_rust_features: values['typescript-features'] === true ? false : undefined,
  }
  const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const problem = createBodyCheck(runCalibration.body)(options)
  if (problem) throw new UsageProblem(problem.message)
  return options
}

async function showOutcome(db: Queries, runId: string, print: (line: string) => void): Promise<number> {
  const run = await findRun(db, runId)
  const report = run?.artifactId ? await findReport(db, run.artifactId) : undefined
  if (!report) {
    print(say('the calibration ended without a result: {state}', { state: run?.state ?? 'removed' }))
    return 1
  }
  const isActive = await isInForce(db, report.artifact_id)
  for (const line of listLines(report, isActive)) print(line)
  return 0
}

function listLines(report: CalibrationReport, isActive: boolean): string[] {
  return [
    '',
    isActive
      ? say('artifact {id}, now in force', { id: report.artifact_id })
      : say('artifact {id}, not in force', { id: report.artifact_id }),
    say('{sessions} sessions of {people} people; {mated} mated and {other} other pairs', {
      sessions: report.sessions,
      people: report.people,
      mated: report.pairs.mated,
      other: report.pairs.non_mated,
    }),
    `EER ${formatPercent(report.eer)}, AUC ${report.auc?.toFixed(4) ?? '-'}, d' ${report.d_prime?.toFixed(2) ?? '-'}`,
    '',
    'target FAR   level    threshold   realized FAR   FNMR',
    ...report.operating_points.map(formatPoint),
    '',
    ...formatHistogram(report.plots.histogram),
    ...report.warnings.map((warning) => say('warning: {warning}', { warning })),
  ]
}

function formatPoint(point: CalibrationReport['operating_points'][number]): string {
  const threshold = point.threshold?.toFixed(4) ?? 'unsupported'
  return [
    formatPercent(point.target_far).padEnd(13),
    (point.level ?? '-').padEnd(9),
    threshold.padEnd(12),
    formatPercent(point.realised_far).padEnd(15),
    formatPercent(point.fnmr),
  ].join('')
}

const BARS = ' ▁▂▃▄▅▆▇█'

/** Formats histograms of the scores of mated and non-mated pairs. */
function formatHistogram({ mated, non_mated }: CalibrationReport['plots']['histogram']): string[] {
  const bars = (counts: number[]) => counts.map((count) => BARS[Math.ceil((8 * count) / Math.max(1e-12, ...counts))])
  return [`one person   ${bars(mated).join('')}`, `two people   ${bars(non_mated).join('')}`, '']
}

function formatPercent(share: number | null): string {
  return share === null ? '-' : `${(100 * share).toFixed(2)} %`
}
