import type { Client, OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Dialog } from '../../../parts/dialog.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { formatMoment } from '../../../words/format.ts'
import { say } from '../../../words/speak.ts'

type Site = OutputOf<'listSites'>['sites'][number]
type UsageDay = OutputOf<'getSiteUsage'>['days'][number]
type UsageProps = { admin: Client; site: Site | null; onClose: () => void }

/** How many checks a site asked for on each of the last days, and what came of them. */
export function UsageDialog({ admin, site, onClose }: UsageProps) {
  const [shown, setShown] = useState(site)
  // While the dialog closes, it goes on saying what it said.
  useEffect(() => (site ? setShown(site) : undefined), [site])
  return (
    <Dialog title={say('Checks of {name}', { name: shown?.name ?? '' })} open={site !== null} onClose={onClose}>
      {site ? <Usage admin={admin} siteKey={site.site_key} /> : null}
    </Dialog>
  )
}

function Usage({ admin, siteKey }: { admin: Client; siteKey: string }) {
  const { value, error, reload } = useRequest((signal) => admin.getSiteUsage({ site_key: siteKey }, { signal }))
  if (!value) return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={4} />
  const { days } = value
  if (days.length === 0)
    return <Empty title={say('No checks in the last days.')}>{say('Checks are kept for a week after they end.')}</Empty>
  const most = Math.max(...days.map(({ created }) => created))
  return (
    <div class="stack admin-usage-days">
      <Table
        caption={say('Checks by day, newest first')}
        columns={columnsWith(most)}
        rows={days}
        keyOf={({ day }) => day}
      />
      <p class="small soft">{say('Days are in UTC. Bars show passed, failed and unfinished checks.')}</p>
    </div>
  )
}

function columnsWith(most: number): readonly Column<UsageDay>[] {
  return [
    { head: say('Day'), cell: (one) => <DayCell one={one} most={most} /> },
    { head: say('Total'), cell: ({ created }) => created, end: true },
    { head: say('Passed'), cell: ({ passed }) => passed, end: true },
    { head: say('Failed'), cell: ({ failed }) => failed, end: true },
    { head: say('Redeemed'), cell: ({ redeemed }) => redeemed, end: true },
  ]
}

const SHORT_DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const

/** The day, above a bar of its checks on the scale of the busiest one; the figures beside it say the same. */
function DayCell({ one: { day, created, passed, failed }, most }: { one: UsageDay; most: number }) {
  return (
    <>
      <time dateTime={day}>{formatMoment(day, SHORT_DAY)}</time>
      <svg class="admin-usage" viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="admin-usage-open" width={created} height={1} />
        <rect class="admin-usage-failed" width={passed + failed} height={1} />
        <rect class="admin-usage-passed" width={passed} height={1} />
      </svg>
    </>
  )
}
