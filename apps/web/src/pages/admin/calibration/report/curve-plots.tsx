import { Card } from '../../../../parts/card.tsx'
import { type Column, Table } from '../../../../parts/table.tsx'
import { say } from '../../../../words/speak.ts'
import { CurvePlot, type Mark } from './curve-plot.tsx'
import { DET_TICKS, detLine, detPoint, type Point, ROC_TICKS, rocLine } from './curves.ts'
import { LEVEL_NAMES } from './levels.ts'
import { percent, type Report, ratesAt } from './rates.ts'

type Rate = Report['plots']['det'][number]
type CurvesProps = { report: Report; other: Report | null; threshold: number }

/** ROC and DET of an artifact, with the line of the histogram as a point on both; another artifact is dashed. */
export function Curves({ report, other, threshold }: CurvesProps) {
  const { det } = report.plots
  const theirs = other?.plots.det ?? []
  return (
    <Card title={say('Curves')}>
      <div class="columns">
        <CurvePlot
          title="ROC"
          x={say('strangers who pass')}
          y={say('people who pass')}
          ticks={ROC_TICKS}
          line={rocLine(det)}
          dashed={theirs.length > 0 ? rocLine(theirs) : []}
          marks={listMarks(report, threshold, ({ far, fnmr }) => ({ x: far, y: 1 - fnmr }))}
        />
        <CurvePlot
          title="DET"
          x={say('strangers who pass')}
          y={say('people refused')}
          ticks={DET_TICKS}
          line={detLine(det)}
          dashed={detLine(theirs)}
          marks={listMarks(report, threshold, detPoint)}
        />
      </div>
      <p class="small soft">
        {theirs.length > 0
          ? say(
              'L, M and H are the thresholds found for the levels, the filled point is the line of the histogram, and the dashed curve is the other artifact.',
            )
          : say('L, M and H are the thresholds found for the levels; the filled point is the line of the histogram.')}
      </p>
      <details>
        <summary>{say('Curves as a table')}</summary>
        <Table
          caption={say('Points of both curves')}
          columns={COLUMNS}
          rows={dropRepeated(det)}
          keyOf={({ far }) => far}
        />
      </details>
    </Card>
  )
}

function listMarks(report: Report, threshold: number, placed: (rate: Rate) => Point): readonly Mark[] {
  const { fmr, fnmr } = ratesAt(report.plots.histogram, threshold)
  const levels = report.operating_points.flatMap(({ level, realised_far, fnmr: refused }) =>
    level === null || realised_far === null || refused === null
      ? []
      : [{ text: LEVEL_NAMES[level].charAt(0).toUpperCase(), ...placed({ far: realised_far, fnmr: refused }) }],
  )
  return [...levels, { text: '', ...placed({ far: fmr, fnmr }) }]
}

const COLUMNS: readonly Column<Rate>[] = [
  { head: say('Strangers who pass'), cell: ({ far }) => percent(far) },
  { head: say('People who pass'), cell: ({ fnmr }) => percent(1 - fnmr), end: true },
  { head: say('People refused'), cell: ({ fnmr }) => percent(fnmr), end: true },
]

// With few strangers several points of the curve fall together.
function dropRepeated(det: readonly Rate[]): readonly Rate[] {
  return det.filter(({ far }, index) => index === 0 || far !== det[index - 1]?.far)
}
