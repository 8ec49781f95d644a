import './network.css'
import { type OutputOf, ProblemError } from '@stillhere/client/http'
import { Empty, PageHead, Stat, Stats } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useLaterPages, useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type Column, MorePages, Table } from '../../parts/table.tsx'
import { HourTime } from '../../parts/time.tsx'
import { service } from '../../service.ts'
import { say } from '../../words/speak.ts'
import { ParticleField } from './field.tsx'
import { GenesisCohort } from './genesis-cohort.tsx'

const REFRESH_MS = 60_000

/** Shows the page of the network: its figures, its nodes under pseudonyms, and the first hundred nodes in order of activation. */
export function Page() {
  const { value, error, reload } = useRequest((signal) => service.getPresenceNetwork({}, { signal }), {
    refreshMs: REFRESH_MS,
  })
  return (
    <div class="stack-wide">
      <PageHead
        title={say('The network')}
        lead={say('Every dot is an activated node. You see pseudonyms and levels, never email addresses or faces.')}
      />
      <Failure error={error} onRetry={reload} />
      <Stats>
        <Stat label={say('Humans')} value={value && value.activeHumans} />
        <Stat label={say('Agents')} value={value && value.agents} />
        <Stat label={say('Active today')} value={value && value.activeToday} />
        <Stat label={say('Scans that counted')} value={value && value.totalScans} note={say('in total')} />
      </Stats>
      <section class="network-view" aria-labelledby="nodes-title">
        <ParticleField nodes={value?.nodes ?? []} />
        <div class="stack">
          <h2 id="nodes-title">{say('Nodes, newest first')}</h2>
          {value ? <NodeList first={value} /> : <Skeleton lines={8} />}
        </div>
      </section>
      <GenesisCohort />
    </div>
  )
}

type Network = OutputOf<'getPresenceNetwork'>
type NetworkNode = Network['nodes'][number]

const COLUMNS: readonly Column<NetworkNode>[] = [
  { head: say('Pseudonym'), cell: ({ handle, isGenesis }) => <Name handle={handle} isGenesis={isGenesis} /> },
  { head: say('Level'), cell: ({ particleLevel }) => particleLevel, end: true },
  { head: say('Scans'), cell: ({ scans }) => scans, end: true },
  { head: say('Last seen'), cell: ({ lastSeen }) => <HourTime at={lastSeen} />, end: true },
]

/** Lists the network's nodes in a table, newest first. `first` is the first page; further pages are loaded by a button. */
export function NodeList({ first }: { first: Network }) {
  const { nodes, more, isBusy, error } = useNodes(first)
  if (nodes.length === 0)
    return <Empty title={say('No one’s here yet.')}>{say('The first to join gets genesis place 1.')}</Empty>
  return (
    <div class="stack">
      <div class="network-scroll">
        <Table caption={say('Nodes, newest first')} columns={COLUMNS} rows={nodes} keyOf={({ mask }) => mask} />
      </div>
      <MorePages more={more} isBusy={isBusy} error={error} label={say('Show more')} />
    </div>
  )
}

function useNodes(first: Network) {
  const { pages, reset, ...reading } = useLaterPages(first, (cursor) =>
    service.getPresenceNetwork({ cursor }).catch((error: unknown) => {
      // A cursor that is no longer good leads back to the first page.
      if (error instanceof ProblemError && error.status === 400) reset()
      throw error
    }),
  )
  return { ...reading, nodes: selectDistinct(pages.flatMap(({ nodes }) => nodes)) }
}

function Name({ handle, isGenesis }: { handle: string; isGenesis: boolean }) {
  return (
    <>
      {handle} {isGenesis ? <span class="network-genesis">{say('genesis')}</span> : null}
    </>
  )
}

// Meanwhile, new nodes may have pushed others onto the next page.
function selectDistinct(nodes: readonly NetworkNode[]): NetworkNode[] {
  return [...new Map(nodes.map((node) => [node.mask, node])).values()]
}
