import type { Client, OutputOf } from '@stillhere/client/http'
import { Card, Stat, Stats } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { useRequest } from '../../../parts/request.ts'
import { type Column, Table } from '../../../parts/table.tsx'
import { formatNumber, say, sayCount } from '../../../words/speak.ts'
import { formatShare, formatWithInterval } from './report.ts'

type Report = OutputOf<'getRecordingReport'>
type Group = Report['groups'][number]

/** Shows how many of the recordings given to research were refused, by browser and placement of the phone. */
export function Recordings({ admin }: { admin: Client }) {
  const { value, error, reload } = useRequest((signal) => admin.getRecordingReport({}, { signal }))
  return (
    <Card title={say('Recordings of real use')}>
      <Failure error={error} onRetry={reload} />
      <Stats>
        <Stat
          label={say('Recordings')}
          value={value && formatNumber(value.captures)}
          note={value ? say('of {most} at most', { most: formatNumber(value.most_captures) }) : ''}
        />
        <Stat label={say('People who gave them')} value={value && value.people} />
      </Stats>
      {value && value.groups.length > 0 ? (
        <Table
          caption={say('How often the engine refused a recording, by browser and where the phone was')}
          columns={COLUMNS}
          rows={value.groups}
          keyOf={({ browser, placement }) => `${browser} ${placement}`}
        />
      ) : null}
      <p class="small soft admin-measure">
        {value && value.withheld > 0
          ? sayCount(
              value.withheld,
              'One recording isn’t shown, because its group is too small.',
              '{count} recordings aren’t shown, because their groups are too small.',
            )
          : ''}{' '}
        {say(
          'Ranges are 95 % intervals for new people. npx --no-install stillhere research export FOLDER writes the recordings as a data set.',
        )}
      </p>
    </Card>
  )
}

const PLACEMENTS: Readonly<Record<Group['placement'], string>> = {
  hand: say('in the hand'),
  table: say('on a table'),
  pocket: say('in a pocket'),
}

const PROBLEMS: Readonly<Record<Group['reasons'][number]['problem'], string>> = {
  insufficient_signal: say('too little signal'),
  liveness_failed: say('doesn’t look human'),
  replay_detected: say('shown before'),
}

const COLUMNS: readonly Column<Group>[] = [
  { head: say('Browser'), cell: ({ browser, placement }) => `${browser}, ${PLACEMENTS[placement]}` },
  { head: say('People'), cell: ({ people }) => people, end: true },
  { head: say('Recordings'), cell: ({ captures }) => formatNumber(captures), end: true },
  {
    head: say('Refused (95 %)'),
    cell: ({ share, interval }) => formatWithInterval(share, interval, formatShare),
    end: true,
  },
  {
    head: say('Why'),
    cell: ({ reasons }) =>
      reasons.map(({ problem, captures }) => `${PROBLEMS[problem]}: ${formatNumber(captures)}`).join(', ') || '–',
  },
  { head: say('Arrows missed'), cell: ({ not_followed }) => formatNumber(not_followed), end: true },
]
