import type { OutputOf } from '@stillhere/client/http'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { usePages } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { ExactTime } from '../../../parts/time.tsx'
import { service } from '../../../service.ts'
import { formatNumber } from '../../../words/format.ts'
import { say } from '../../../words/speak.ts'
import { changeText, describeReason } from './words.ts'

type Entry = OutputOf<'getLedger'>['entries'][number]

const PAGE = 20

const COLUMNS: Column<Entry>[] = [
  { head: say('When'), cell: ({ at }) => <ExactTime at={at} /> },
  { head: say('Why'), cell: ({ reason }) => describeReason(reason) },
  { head: say('Change'), cell: ({ change }) => <span class="figures">{changeText(change)}</span>, end: true },
  { head: say('Score'), cell: ({ score }) => <span class="figures">{formatNumber(score)}</span>, end: true },
]

/** Every point with its reason, newest first; the changes add up to the score. */
export function Ledger() {
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    service.getLedger({ limit: PAGE, cursor }, { signal }),
  )
  const items = pages && pages.flatMap(({ entries }) => entries)
  return (
    <section class="stack" aria-labelledby="ledger-title">
      <h2 id="ledger-title">{say('Ledger')}</h2>
      <Failure error={error} onRetry={more ?? reload} />
      {items === null && !error ? <Skeleton lines={6} /> : null}
      {items?.length === 0 ? (
        <Empty title={say('No points yet.')}>
          <p>
            {say(
              'Your first scan earns the first ones. Up to three scans a day count, and coming back regularly counts most.',
            )}
          </p>
        </Empty>
      ) : null}
      {items && items.length > 0 ? (
        <Table caption={say('Changes of your score, newest first')} columns={COLUMNS} rows={items} keyOf={toKey} />
      ) : null}
      {more ? (
        <p>
          <Button kind="quiet" busy={isBusy} onClick={more}>
            {say('Show earlier ones')}
          </Button>
        </p>
      ) : null}
    </section>
  )
}

function toKey({ at, change, score }: Entry): string {
  return `${at} ${change} ${score}`
}
