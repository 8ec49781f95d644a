import './overview.css'
import type { Client, OutputOf } from '@stillhere/client/http'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { Stat, Stats } from '../../../parts/stat.tsx'
import { formatRelativeTime } from '../../../parts/time-words.ts'
import type { Day } from './bars.ts'
import { Chart } from './chart.tsx'
import { CHARTS, describeAttention, WORDS } from './words.ts'

type Overview = OutputOf<'getOverview'>
type Figures = Overview['days'][number]

const REFRESH_MS = 30_000

/** How the service does: what needs attention, and what happened in the last 30 days. */
export function OverviewTab({ admin }: { admin: Client }) {
  const { value, error, reload } = useRequest((signal) => admin.getOverview({}, { signal }), { refreshMs: REFRESH_MS })
  const today = value?.days.at(-1)
  return (
    <div class="stack">
      <Failure error={error} onRetry={reload} />
      <Stats>
        <Stat
          label={WORDS.people}
          value={value && value.people.active}
          note={value ? WORDS.blocked(value.people.blocked) : ''}
        />
        <CountedStat admin={admin} />
        <Stat
          label={WORDS.scansJudged}
          value={today ? today.scans_passed + today.scans_failed : null}
          note={today ? WORDS.judgedNote(today.scans_failed) : ''}
        />
        <HealthStat admin={admin} />
        <Stat label={WORDS.backup} value={value && describeBackup(value)} />
      </Stats>
      <Card title={WORDS.attention}>
        {value ? <AttentionList overview={value} /> : error ? null : <Skeleton lines={6} />}
      </Card>
      <Card title={WORDS.figures}>
        <div class="admin-charts">{value ? <Charts days={value.days} /> : error ? null : <Skeleton lines={10} />}</div>
      </Card>
    </div>
  )
}

/** The figure of Home, beside the one that only the operator sees, so that the two are not taken for each other. */
function CountedStat({ admin }: { admin: Client }) {
  const { value } = useRequest((signal) => admin.getPresenceNetwork({ limit: 1 }, { signal }), {
    refreshMs: REFRESH_MS,
  })
  return <Stat label={WORDS.scansCounted} value={value && value.scansToday} note={WORDS.countedNote} />
}

function HealthStat({ admin }: { admin: Client }) {
  const { value } = useRequest((signal) => admin.getHealth({}, { signal }), { refreshMs: REFRESH_MS })
  return <Stat label={WORDS.health} value={value && WORDS[value.status]} note={WORDS.healthNote} />
}

function describeBackup({ backed_up_at: at }: Overview): string {
  return at === null ? WORDS.noBackup : formatRelativeTime(new Date(at).getTime() - Date.now())
}

function AttentionList({ overview }: { overview: Overview }) {
  if (overview.attention.length === 0) return <Notice kind="good" title={WORDS.allWell} />
  return (
    <ul class="admin-attention">
      {overview.attention.map((one) => {
        const { title, advice, href, label } = describeAttention(one)
        return (
          <li key={one.about}>
            <Notice kind="warn" title={title}>
              {advice} {href ? <a href={href}>{label}</a> : null}
            </Notice>
          </li>
        )
      })}
    </ul>
  )
}

function Charts({ days }: { days: readonly Figures[] }) {
  const pick = (read: (figures: Figures) => Omit<Day, 'day'>) => days.map((one) => ({ day: one.day, ...read(one) }))
  return (
    <>
      <Chart words={CHARTS.signUps} days={pick((one) => ({ main: one.sign_ups, rest: 0 }))} />
      <Chart words={CHARTS.scans} days={pick((one) => ({ main: one.scans_passed, rest: one.scans_failed }))} />
      <Chart
        words={CHARTS.checks}
        days={pick((one) => ({ main: one.checks_passed, rest: one.checks - one.checks_passed }))}
      />
      <Chart
        words={CHARTS.approvals}
        days={pick((one) => ({ main: one.approvals_granted, rest: one.approvals - one.approvals_granted }))}
      />
    </>
  )
}
