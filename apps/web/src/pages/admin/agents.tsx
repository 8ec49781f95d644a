import type { Client, OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card, Empty } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { usePages } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type Column, MorePages, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { say } from '../../words/speak.ts'
import { Confirm } from './confirm.tsx'

type Agent = OutputOf<'listAgents'>['agents'][number]

/** Shows the Agents tab: lists the declared agents, newest first, and revokes them after a confirmation. */
export function AgentsTab({ admin }: { admin: Client }) {
  const [target, setTarget] = useState<Agent | null>(null)
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    admin.listAgents(cursor === undefined ? {} : { cursor }, { signal }),
  )
  const rows = pages?.flatMap(({ agents }) => agents)
  return (
    <Card title={WORDS.title}>
      {rows ? null : error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={6} />}
      {rows?.length === 0 ? <Empty title={WORDS.none}>{WORDS.noneAdvice}</Empty> : null}
      {rows && rows.length > 0 ? (
        <>
          <Table
            caption={WORDS.list}
            columns={createColumns(setTarget)}
            rows={rows}
            keyOf={({ agent_id }) => agent_id}
          />
          <MorePages more={more} isBusy={isBusy} error={error} />
        </>
      ) : null}
      <Confirm
        title={WORDS.question(target?.agent_handle ?? '')}
        verb={WORDS.revoke}
        kind="danger"
        open={target !== null}
        work={() => admin.revokeAgentAsAdmin({ agent_id: target?.agent_id ?? '' })}
        onDone={reload}
        onClose={() => setTarget(null)}
      >
        <p>{WORDS.consequence}</p>
      </Confirm>
    </Card>
  )
}

function createColumns(onRevoke: (agent: Agent) => void): readonly Column<Agent>[] {
  const { heads } = WORDS
  return [
    { head: heads.agent, cell: ({ agent_handle }) => agent_handle },
    { head: heads.kind, cell: ({ agent_type }) => agent_type },
    { head: heads.origin, cell: ({ origin }) => origin },
    { head: heads.state, cell: ({ state }) => STATES[state] },
    { head: heads.declared, cell: ({ declared_at }) => <Time at={declared_at} /> },
    {
      head: heads.act,
      end: true,
      cell: (agent) =>
        agent.state === 'revoked' ? (
          '–'
        ) : (
          <Button kind="quiet" onClick={() => onRevoke(agent)}>
            {WORDS.revoke}
            <span class="unseen"> {agent.agent_handle}</span>
          </Button>
        ),
    },
  ]
}

/** The texts of the Agents tab. */
const WORDS = {
  title: say('Agents'),
  none: say('No agents yet.'),
  noneAdvice: say('They appear once one is declared, on the Agents page or by a program.'),
  list: say('Agents, newest first'),
  heads: {
    agent: say('Agent'),
    kind: say('Kind'),
    origin: say('Origin'),
    state: say('State'),
    declared: say('Declared'),
    act: say('Actions'),
  },
  revoke: say('Revoke'),
  question: (handle: string) => say('Revoke {handle}?', { handle }),
  consequence: say('Its key stops working permanently: it can no longer sign requests or ask for approvals.'),
} as const

const STATES = {
  declared: say('declared'),
  verified: say('verified'),
  revoked: say('revoked permanently'),
} as const
