import { ProblemError } from '@stillhere/client/http'
import { useEffect } from 'preact/hooks'
import { Card } from '../../parts/card.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Steps } from '../../parts/steps.tsx'
import { ExactTime } from '../../parts/time.tsx'
import { service } from '../../service.ts'
import { say } from '../../words/speak.ts'
import { storedAgents, settleKey } from './agent-keys.ts'
import { KeyHistory } from './key-history.tsx'
import { KeySection } from './key-section.tsx'
import { ProveSection } from './prove-section.tsx'
import { type AgentRecord, currentKey, describeRevoker, STATE_WORDS, findStep } from './record-words.ts'

/** One agent: what it says of itself, how far it is, and its keys. */
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
  const current = currentKey(record)?.public_key ?? ''
  // A change of keys whose answer was lost is settled by what the service has now.
  useEffect(() => {
    if (stored?.next) void settleKey(stored, current)
  }, [current])
  return (
    <>
      <div class="stack">
        {record.state === 'revoked' ? (
          <Notice kind="warn" title={describeRevoker(record.revoked_by)}>
            {say('Its signatures are rejected and its handle stays taken. This can’t be undone.')}
          </Notice>
        ) : (
          <Steps label={say('Steps')} steps={[say('Declare'), say('Prove')]} current={findStep(record)} />
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
        <Said record={record} />
      </div>
      <KeyHistory record={record} />
    </>
  )
}

function Said({ record }: { record: AgentRecord }) {
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
