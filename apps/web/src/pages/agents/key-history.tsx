import { Table } from '../../parts/table.tsx'
import { ExactTime } from '../../parts/time.tsx'
import { type AgentKey, type AgentRecord, shortKey } from './record-words.ts'

/** Every key that the agent ever had, with its times. */
export function KeyHistory({ record }: { record: AgentRecord }) {
  return (
    <section class="stack" aria-labelledby="agents-keys">
      <h2 id="agents-keys">Its keys</h2>
      <Table<AgentKey>
        caption="Keys of this agent, the newest first"
        rows={record.keys.toReversed()}
        keyOf={({ version }) => version}
        columns={[
          { head: 'Key', cell: ({ version }) => `No. ${version}` },
          { head: 'Public half', cell: ({ public_key }) => <code title={public_key}>{shortKey(public_key)}</code> },
          { head: 'Added', cell: ({ added_at }) => <ExactTime at={added_at} /> },
          { head: 'Proved', cell: ({ proved_at }) => (proved_at ? <ExactTime at={proved_at} /> : 'not proved') },
          { head: 'Ended', cell: ({ ended_at }) => (ended_at ? <ExactTime at={ended_at} /> : 'in use') },
        ]}
      />
    </section>
  )
}
