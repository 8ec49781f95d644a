import { useState } from 'preact/hooks'
import { Button } from '../../../../parts/button.tsx'
import { Card } from '../../../../parts/card.tsx'
import { Stat, Stats } from '../../../../parts/stat.tsx'
import { type Column, Table } from '../../../../parts/table.tsx'
import { formatNumber } from '../../../../words/format.ts'
import { say } from '../../../../words/speak.ts'
import { LEVEL_NAMES, LEVELS, type Level } from './levels.ts'
import { changeBetween, describeChange, percent, type Report, ratesAt } from './rates.ts'
import { ScorePlot } from './score-plot.tsx'
import { snapThreshold } from './threshold-keys.ts'

type ScoresProps = { report: Report; threshold: number; onThreshold: (threshold: number) => void }

/** Both heaps of scores with a line to move, and what the line would do. */
export function Scores({ report, threshold, onThreshold }: ScoresProps) {
  const { histogram } = report.plots
  const found = LEVELS.filter((level) => report.thresholds[level] !== null)
  const [level, setLevel] = useState<Level | null>(found.includes('medium') ? 'medium' : (found[0] ?? null))
  const { fmr, fnmr } = ratesAt(histogram, threshold)
  const goTo = (next: Level) => {
    setLevel(next)
    onThreshold(report.thresholds[next] ?? threshold)
  }
  return (
    <Card title={say('Scores')}>
      <p class="admin-measure">
        {say(
          'Everything right of the line passes. Drag it, or focus it and use the arrow keys. Wrong decisions are red: people left of the line, strangers right of it.',
        )}{' '}
        <span class="small soft">{say('Heights are square roots of the shares, so small groups stay visible.')}</span>
      </p>
      <ScorePlot histogram={histogram} threshold={threshold} onThreshold={(next) => onThreshold(snapThreshold(next))} />
      <Stats>
        <Stat label={say('Threshold')} value={formatNumber(threshold, 3)} />
        <Stat label={say('Strangers who pass (FMR)')} value={percent(fmr)} />
        <Stat label={say('People refused (FNMR)')} value={percent(fnmr)} />
      </Stats>
      {found.length > 0 ? (
        <div class="row" role="group" aria-label={say('Move the line to a level')}>
          {found.map((name) => (
            <Button key={name} kind="quiet" onClick={() => goTo(name)}>
              {LEVEL_NAMES[name]} {formatNumber(report.thresholds[name] ?? 0, 3)}
            </Button>
          ))}
        </div>
      ) : null}
      {level === null ? null : <Moved report={report} level={level} threshold={threshold} />}
      <details>
        <summary>{say('Scores as a table')}</summary>
        <Table caption={say('Scores by bin')} columns={COLUMNS} rows={listBins(report)} keyOf={({ from }) => from} />
      </details>
    </Card>
  )
}

type MovedProps = { report: Report; level: Level; threshold: number }

function Moved({ report, level, threshold }: MovedProps) {
  const from = report.thresholds[level] ?? threshold
  const change = changeBetween(report, from, threshold)
  return (
    <p class="admin-measure">
      <strong>
        {say('Against {level} ({threshold}):', { level: LEVEL_NAMES[level], threshold: formatNumber(from, 3) })}
      </strong>{' '}
      {describeChange(change)}{' '}
      <span class="small soft">{say('Counted from the histogram; single comparisons are not stored.')}</span>
    </p>
  )
}

type Bin = { from: number; to: number; mated: number; nonMated: number }

const COLUMNS: readonly Column<Bin>[] = [
  {
    head: say('Score'),
    cell: ({ from, to }) => say('{from} to {to}', { from: formatNumber(from, 3), to: formatNumber(to, 3) }),
  },
  { head: say('Same person'), cell: ({ mated }) => percent(mated), end: true },
  { head: say('Strangers'), cell: ({ nonMated }) => percent(nonMated), end: true },
]

function listBins({ plots: { histogram } }: Report): readonly Bin[] {
  const { edges, mated, non_mated } = histogram
  return mated.map((share, bin) => ({
    from: edges[bin] ?? 0,
    to: edges[bin + 1] ?? 1,
    mated: share,
    nonMated: non_mated[bin] ?? 0,
  }))
}
