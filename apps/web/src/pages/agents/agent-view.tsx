import { ProblemError } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card, Facts, PageHead } from '../../parts/card.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useAction, useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Steps } from '../../parts/steps.tsx'
import { Table } from '../../parts/table.tsx'
import { ExactTime } from '../../parts/time.tsx'
import { service } from '../../service.ts'
import { session } from '../../session/session.ts'
import { sayRich } from '../../words/rich.tsx'
import { say } from '../../words/speak.ts'
import { revokeAgent, rotateKey } from './actions.ts'
import { deleteAgentKey, saveCurrentKey, type StoredAgent, storedAgents } from './agent-keys.ts'
import {
  type AgentKey,
  type AgentRecord,
  findCurrentKey,
  describeRevocation,
  findStepIndex,
  formatKey,
  STATE_WORDS,
} from './agent-record.ts'
import { ProveSection } from './prove-section.tsx'

/**
 * Loads and shows the public record of an agent. Lets the person prove a declared agent, rotate the key if this browser has it, and
 * revoke the agent with that key or as the responsible node.
 */
export function AgentView({ agentId }: { agentId: string }) {
  const { value, error, reload } = useRequest((signal) => service.getAgent({ id: agentId }, { signal }), {
    deps: [agentId],
  })
  const isUnknown = error instanceof ProblemError && error.code === 'AGENT_NOT_FOUND'
  return (
    <div class="stack-wide agents-view">
      <div class="stack">
        <p>
          <a href="/agents">{say('Back to Agents')}</a>
        </p>
        <PageHead title={value?.agent_handle ?? say('Agent')} lead={<code class="agents-id">{agentId}</code>} />
      </div>
      <Failure error={error} onRetry={isUnknown ? undefined : reload} />
      {value ? <Agent record={value} onChange={reload} /> : null}
      {value || error ? null : <Skeleton lines={8} />}
    </div>
  )
}

type AgentProps = { record: AgentRecord; onChange: () => void }

function Agent({ record, onChange }: AgentProps) {
  const stored = storedAgents.value.find(({ agentId }) => agentId === record.agent_id)
  const current = findCurrentKey(record)?.public_key ?? ''
  // If the response to a key rotation was lost, the service's current key tells whether it succeeded.
  useEffect(() => {
    if (stored?.next) void saveCurrentKey(stored, current)
  }, [current])
  return (
    <>
      <div class="stack">
        {record.state === 'revoked' ? (
          <Notice kind="warn" title={describeRevocation(record.revoked_by)}>
            {say('Its signatures are rejected and its handle stays taken. This can’t be undone.')}
          </Notice>
        ) : (
          <Steps label={say('Steps')} steps={[say('Declare'), say('Prove')]} current={findStepIndex(record)} />
        )}
      </div>
      <div class="agents">
        <div class="stack">
          {record.state === 'declared' ? (
            <div class={stored ? 'agents-turn' : undefined}>
              <ProveSection record={record} stored={stored} onChange={onChange} />
            </div>
          ) : null}
          {record.state === 'declared' ? null : <KeySection record={record} stored={stored} onChange={onChange} />}
        </div>
        <AgentFacts record={record} />
      </div>
      <KeyHistory record={record} />
    </>
  )
}

function AgentFacts({ record }: { record: AgentRecord }) {
  const { operator } = record
  return (
    <Card title={say('About this agent')}>
      <Facts
        facts={[
          [say('Status'), STATE_WORDS[record.state]],
          [say('Type'), record.agent_type],
          [say('Origin (self-declared)'), record.origin],
          [say('Declared'), <ExactTime at={record.declared_at} />],
          [say('Proved'), record.verified_at ? <ExactTime at={record.verified_at} /> : say('not yet')],
          ...(record.revoked_at ? [[say('Revoked'), <ExactTime at={record.revoked_at} />] as const] : []),
          [say('Responsible node'), operator?.node_handle ?? say('none')],
        ]}
      />
    </Card>
  )
}

type KeyProps = { record: AgentRecord; stored: StoredAgent | undefined; onChange: () => void }

/** Rotates the key or revokes the agent, for the holder of the key or the responsible node. */
function KeySection({ record, stored, onChange }: KeyProps) {
  const isOperator = session.value !== null && session.value.nodeHandle === record.operator?.node_handle
  if (record.state === 'revoked') return stored ? <KeyRemoval stored={stored} /> : null
  if (!stored && !isOperator) return null
  return (
    <Card title={stored ? say('Key in this browser') : say('You’re responsible for this agent')}>
      {stored ? <KeyRotation stored={stored} onChange={onChange} /> : null}
      <Revocation record={record} stored={stored} onChange={onChange} />
    </Card>
  )
}

function KeyRotation({ stored, onChange }: { stored: StoredAgent; onChange: () => void }) {
  const { isBusy, error, run } = useAction()
  const [isDone, setDone] = useState(false)
  const rotate = async () => {
    setDone(false)
    await rotateKey(stored)
    setDone(true)
    onChange()
  }
  return (
    <>
      <p>
        {say(
          'A new key replaces the old one; the agent’s ID stays the same. Do this from time to time, and whenever you no longer trust the old key.',
        )}
      </p>
      <Failure error={error} />
      {isDone ? <Notice kind="good" title={say('Key changed.')} live /> : null}
      <p>
        <Button kind="quiet" busy={isBusy} onClick={() => run(rotate)}>
          {say('Change key')}
        </Button>
      </p>
    </>
  )
}

function Revocation({ record: { agent_id }, stored, onChange }: KeyProps) {
  const [isAsking, setAsking] = useState(false)
  const { isBusy, error, run } = useAction()
  const revoke = async () => {
    if (stored) await revokeAgent(stored)
    else await service.revokeAgent({ agent_id })
    setAsking(false)
    onChange()
  }
  return (
    <>
      <p>
        <Button kind="danger" onClick={() => setAsking(true)}>
          {say('Revoke agent')}
        </Button>
      </p>
      <Dialog title={say('Revoke this agent?')} open={isAsking} onClose={() => setAsking(false)}>
        <div class="stack">
          <p>
            {sayRich(
              '<code>{agent}</code> won’t be able to sign again, and its handle stays taken. This can’t be undone.',
              { code: (id) => <code>{id}</code> },
              { agent: agent_id },
            )}
          </p>
          <Failure error={error} />
          <div class="row">
            <Button kind="danger" busy={isBusy} onClick={() => run(revoke)}>
              {say('Yes, revoke')}
            </Button>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              {say('Cancel')}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}

function KeyRemoval({ stored }: { stored: StoredAgent }) {
  return (
    <Card title={say('Key in this browser')}>
      <p>{say('This key is no longer needed.')}</p>
      <p>
        <Button kind="quiet" onClick={() => void deleteAgentKey(stored)}>
          {say('Remove key')}
        </Button>
      </p>
    </Card>
  )
}

/** Lists every key the agent has had, with its times. */
function KeyHistory({ record }: { record: AgentRecord }) {
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
            cell: ({ public_key }) => <code title={public_key}>{formatKey(public_key)}</code>,
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
