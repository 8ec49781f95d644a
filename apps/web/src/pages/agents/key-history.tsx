import { Table } from '../../parts/table.tsx'
import { ExactTime } from '../../parts/time.tsx'
import { say } from '../../words/speak.ts'
import { type AgentKey, type AgentRecord, shortKey } from './record-words.ts'

/** Every key that the agent ever had, with its times. */
export function KeyHistory({ record }: { record: AgentRecord }) {
  return (
    <section class="stack" aria-labelledby="agents-keys">
      <h2 id="agents-keys">{say('Keys')}</h2>
      <Table<AgentKey>
        caption={say('Keys of this agent, newest first')}
        rows={record.keys.toReversed()}
        keyOf={({ version }) => version}
        columns={[
          { head: say('Key'), cell: ({ version }) => say('No. {version}', { version }) },
          {
            head: say('Public key'),
            cell: ({ public_key }) => <code title={public_key}>{shortKey(public_key)}</code>,
          },
          { head: say('Added'), cell: ({ added_at }) => <ExactTime at={added_at} /> },
          {
            head: say('Proved'),
            cell: ({ proved_at }) => (proved_at ? <ExactTime at={proved_at} /> : say('not proved')),
          },
          { head: say('Ended'), cell: ({ ended_at }) => (ended_at ? <ExactTime at={ended_at} /> : say('in use')) },
        ]}
      />
    </section>
  )
}
