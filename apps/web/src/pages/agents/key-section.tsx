import { useState } from 'preact/hooks'
import { useAction } from '../../parts/action.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { service } from '../../service.ts'
import { session } from '../../session/session.ts'
import { sayRich } from '../../words/rich.tsx'
import { say } from '../../words/speak.ts'
import { revokeAgent, rotateKey } from './actions.ts'
import { dropAgent } from './agent-keys.ts'
import type { AgentRecord } from './record-words.ts'
import type { StoredAgent } from './stored-agents.ts'

type KeyProps = { record: AgentRecord; stored: StoredAgent | undefined; onChange: () => void }

/** What the holder of the key can do with it: change it, and end the agent. */
export function KeySection({ record, stored, onChange }: KeyProps) {
  const isOperator = session.value !== null && session.value.nodeHandle === record.operator?.node_handle
  if (record.state === 'revoked') return stored ? <ForgetKey stored={stored} /> : null
  if (!stored && !isOperator) return null
  return (
    <Card title={stored ? say('Key in this browser') : say('You’re responsible for this agent')}>
      {stored ? <Rotate stored={stored} onChange={onChange} /> : null}
      <Revoke record={record} stored={stored} onChange={onChange} />
    </Card>
  )
}

function Rotate({ stored, onChange }: { stored: StoredAgent; onChange: () => void }) {
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

function Revoke({ record: { agent_id }, stored, onChange }: KeyProps) {
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

function ForgetKey({ stored }: { stored: StoredAgent }) {
  return (
    <Card title={say('Key in this browser')}>
      <p>{say('This key is no longer needed.')}</p>
      <p>
        <Button kind="quiet" onClick={() => void dropAgent(stored)}>
          {say('Remove key')}
        </Button>
      </p>
    </Card>
  )
}
