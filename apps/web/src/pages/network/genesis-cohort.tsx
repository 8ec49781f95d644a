import type { OutputOf } from '@stillhere/client/http'
import { CopyField } from '../../parts/copy-field.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { ExactTime } from '../../parts/time.tsx'
import { service } from '../../service.ts'
import { say } from '../../words/speak.ts'
import { PLACES, computeFingerprint, orderProblem } from './order.ts'

type Cohort = OutputOf<'getGenesisNodes'>

const COLUMNS: readonly Column<Cohort['nodes'][number]>[] = [
  { head: say('Place'), cell: ({ index }) => index },
  { head: say('Pseudonym'), cell: ({ id }) => <code>{id}</code> },
  { head: say('Activated'), cell: ({ joined }) => <ExactTime at={joined} />, end: true },
]

/** The first hundred nodes: a wall to look at, a list to read, and an order that the reader can check. */
export function GenesisCohort() {
  const { value, error, reload } = useRequest((signal) => service.getGenesisNodes({}, { signal }))
  return (
    <section class="stack" aria-labelledby="genesis-title">
      <h2 id="genesis-title">{say('Genesis wall')}</h2>
      <p class="network-measure">
        {say(
          'The first 100 people to activate a node keep a numbered place. If a node is erased, its place stays empty and nobody moves up.',
        )}
      </p>
      <Failure error={error} onRetry={reload} />
      <div class="network-view">
        <Places taken={new Set(value?.nodes.map(({ index }) => index))} />
        {value ? <Order cohort={value} /> : <Skeleton lines={6} />}
      </div>
    </section>
  )
}

function Places({ taken }: { taken: ReadonlySet<number> }) {
  return (
    <svg
      class="network-wall"
      viewBox="0 0 100 100"
      role="img"
      aria-label={say('{taken} of {places} places taken', { taken: taken.size, places: PLACES })}
    >
      {Array.from({ length: PLACES }, (_, index) => (
        <Place key={index} index={index} isTaken={taken.has(index + 1)} />
      ))}
    </svg>
  )
}

function Place({ index, isTaken }: { index: number; isTaken: boolean }) {
  const [x, y] = [(index % 10) * 10, Math.floor(index / 10) * 10]
  return (
    <g class={isTaken ? 'network-taken' : 'network-free'}>
      <rect x={x + 0.6} y={y + 0.6} width="8.8" height="8.8" rx="0.6" />
      <text x={x + 5} y={y + 6.2}>
        {index + 1}
      </text>
    </g>
  )
}

function Order({ cohort }: { cohort: Cohort }) {
  const { value: fingerprint } = useRequest(() => computeFingerprint(cohort.nodes), { deps: [cohort] })
  const problem = orderProblem(cohort.nodes)
  if (cohort.nodes.length === 0)
    return <Empty title={say('All 100 places are free.')}>{say('The first to join gets number 1.')}</Empty>
  return (
    <div class="stack">
      {problem === null ? (
        <Notice
          kind="good"
          title={say('{taken} taken, {left} left. The order checks out.', {
            taken: cohort.nodes.length,
            left: cohort.remaining,
          })}
        >
          {say(
            'Checked in your browser: no place is used twice, and nobody was activated before the place ahead of them.',
          )}
        </Notice>
      ) : (
        <Notice kind="bad" title={say('The order doesn’t check out.')}>
          {problem}
        </Notice>
      )}
      <div class="network-scroll">
        <Table
          caption={say('Genesis nodes in order')}
          columns={COLUMNS}
          rows={cohort.nodes}
          keyOf={({ index }) => index}
        />
      </div>
      {fingerprint ? <CopyField label={say('Fingerprint of this list')} value={fingerprint} /> : null}
      <p class="small soft">
        {say('Compare fingerprints with someone else. If they match, you both saw the same wall.')}
      </p>
    </div>
  )
}
