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
    <Card title={stored ? say('The key in this browser') : say('You answer for this agent')}>
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
          'A new key takes the place of the old one, and the id stays. Do this now and then, and when you doubt the old one.',
        )}
      </p>
      <Failure error={error} />
      {isDone ? <Notice kind="good" title={say('The agent has a new key.')} live /> : null}
      <p>
        <Button kind="quiet" busy={isBusy} onClick={() => run(rotate)}>
          {say('Change the key')}
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
          {say('Revoke the agent')}
        </Button>
      </p>
      <Dialog title={say('Revoke it for good?')} open={isAsking} onClose={() => setAsking(false)}>
        <div class="stack">
          <p>
            {sayRich(
              '<code>{agent}</code> can never sign again, its handle stays taken, and nobody can undo this.',
              { code: (id) => <code>{id}</code> },
              { agent: agent_id },
            )}
          </p>
          <Failure error={error} />
          <div class="row">
            <Button kind="danger" busy={isBusy} onClick={() => run(revoke)}>
              {say('Yes, revoke it')}
            </Button>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              {say('Keep it')}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}

function ForgetKey({ stored }: { stored: StoredAgent }) {
  return (
    <Card title={say('The key in this browser')}>
      <p>{say('It is of no use any more.')}</p>
      <p>
        <Button kind="quiet" onClick={() => void dropAgent(stored)}>
          {say('Remove the key from this browser')}
        </Button>
      </p>
    </Card>
  )
}
