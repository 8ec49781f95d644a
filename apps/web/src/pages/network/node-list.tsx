import { type OutputOf, ProblemError } from '@stillhere/client/http'
import { Empty } from '../../parts/empty.tsx'
import { MorePages } from '../../parts/more-pages.tsx'
import { useLaterPages } from '../../parts/request.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { HourTime } from '../../parts/time.tsx'
import { service } from '../../service.ts'
import { say } from '../../words/speak.ts'

type Network = OutputOf<'getPresenceNetwork'>
type NetworkNode = Network['nodes'][number]

const COLUMNS: readonly Column<NetworkNode>[] = [
  { head: say('Pseudonym'), cell: ({ handle, isGenesis }) => <Name handle={handle} isGenesis={isGenesis} /> },
  { head: say('Level'), cell: ({ particleLevel }) => particleLevel, end: true },
  { head: say('Scans'), cell: ({ scans }) => scans, end: true },
  { head: say('Last seen'), cell: ({ lastSeen }) => <HourTime at={lastSeen} />, end: true },
]

/** The same nodes to read, a page at a time. */
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
  return { ...reading, nodes: distinct(pages.flatMap(({ nodes }) => nodes)) }
}

function Name({ handle, isGenesis }: { handle: string; isGenesis: boolean }) {
  return (
    <>
      {handle} {isGenesis ? <span class="network-genesis">{say('genesis')}</span> : null}
    </>
  )
}

// While somebody reads on, new nodes push others onto the next page.
function distinct(nodes: readonly NetworkNode[]): NetworkNode[] {
  return [...new Map(nodes.map((node) => [node.mask, node])).values()]
}
