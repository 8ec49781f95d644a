import { type OutputOf, ProblemError } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { service } from '../../service.ts'

type Network = OutputOf<'getPresenceNetwork'>
type NetworkNode = Network['nodes'][number]
type Later = { nodes: NetworkNode[]; cursor: string | null }

const HOUR_MS = 3_600_000
const NOTHING_LATER: Later = { nodes: [], cursor: null }

const COLUMNS: readonly Column<NetworkNode>[] = [
  { head: 'Pseudonym', cell: ({ handle, isGenesis }) => <Name handle={handle} isGenesis={isGenesis} /> },
  { head: 'Level', cell: ({ particleLevel }) => particleLevel, end: true },
  { head: 'Scans', cell: ({ scans }) => scans, end: true },
  { head: 'Last seen', cell: ({ lastSeen }) => <LastSeen hour={lastSeen} />, end: true },
]

// The service tells no more than the hour.
function LastSeen({ hour }: { hour: string }) {
  return Date.now() - Date.parse(hour) < HOUR_MS ? <time dateTime={hour}>this hour</time> : <Time at={hour} />
}

/** The same nodes to read, a page at a time. */
export function NodeList({ first }: { first: Network }) {
  const { nodes, more, busy, error } = useNodes(first)
  if (nodes.length === 0) return <Empty title="Nobody is here yet.">The first who joins takes genesis place 1.</Empty>
  return (
    <div class="stack">
      <div class="network-scroll">
        <Table caption="Nodes, newest first" columns={COLUMNS} rows={nodes} keyOf={({ mask }) => mask} />
      </div>
      {error ? <Failure error={error} /> : null}
      {more ? (
        <p>
          <Button kind="quiet" busy={busy} onClick={more}>
            Show more
          </Button>
        </p>
      ) : null}
    </div>
  )
}

type Nodes = { nodes: NetworkNode[]; more: (() => void) | null; busy: boolean; error: unknown }

function useNodes(first: Network): Nodes {
  const [later, setLater] = useState<Later>(NOTHING_LATER)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const cursor = later === NOTHING_LATER ? first.nextCursor : later.cursor
  const read = async (from: string) => {
    setBusy(true)
    setError(null)
    try {
      const next = await service.getPresenceNetwork({ cursor: from })
      setLater({ nodes: [...later.nodes, ...next.nodes], cursor: next.nextCursor })
    } catch (caught) {
      setError(caught)
      // A cursor that is no longer good leads back to the first page.
      if (caught instanceof ProblemError && caught.status === 400) setLater(NOTHING_LATER)
    }
    setBusy(false)
  }
  const nodes = distinct([...first.nodes, ...later.nodes])
  return { nodes, more: cursor === null ? null : () => void read(cursor), busy, error }
}

function Name({ handle, isGenesis }: { handle: string; isGenesis: boolean }) {
  return (
    <>
      {handle} {isGenesis ? <span class="network-genesis">genesis</span> : null}
    </>
  )
}

// While somebody reads on, new nodes push others onto the next page.
function distinct(nodes: readonly NetworkNode[]): NetworkNode[] {
  return [...new Map(nodes.map((node) => [node.mask, node])).values()]
}
