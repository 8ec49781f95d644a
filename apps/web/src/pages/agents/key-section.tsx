import { useState } from 'preact/hooks'
import { useAction } from '../../parts/action.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { service } from '../../service.ts'
import { session } from '../../session/session.ts'
import { revokeHeld, rotateHeld } from './acts.ts'
import { dropAgent } from './agent-keys.ts'
import type { AgentRecord } from './record-words.ts'
import type { HeldAgent } from './stored-agents.ts'

type KeyProps = { record: AgentRecord; held: HeldAgent | undefined; onChange: () => void }

/** What the holder of the key can do with it: change it, and end the agent. */
export function KeySection({ record, held, onChange }: KeyProps) {
  const isOperator = session.value !== null && session.value.nodeHandle === record.operator?.node_handle
  if (record.state === 'revoked') return held ? <ForgetKey held={held} /> : null
  if (!held && !isOperator) return null
  return (
    <Card title={held ? 'The key in this browser' : 'You answer for this agent'}>
      {held ? <Rotate held={held} onChange={onChange} /> : null}
      <Revoke record={record} held={held} onChange={onChange} />
    </Card>
  )
}

function Rotate({ held, onChange }: { held: HeldAgent; onChange: () => void }) {
  const { isBusy, error, run } = useAction()
  const [isDone, setDone] = useState(false)
  const rotate = async () => {
    setDone(false)
    await rotateHeld(held)
    setDone(true)
    onChange()
  }
  return (
    <>
      <p>
        A new key takes the place of the old one, and the id stays. Do this now and then, and when you doubt the old
        one.
      </p>
      <Failure error={error} />
      {isDone ? <Notice kind="good" title="The agent has a new key." live /> : null}
      <p>
        <Button kind="quiet" busy={isBusy} onClick={() => run(rotate)}>
          Change the key
        </Button>
      </p>
    </>
  )
}

function Revoke({ record: { agent_id }, held, onChange }: KeyProps) {
  const [isAsking, setAsking] = useState(false)
  const { isBusy, error, run } = useAction()
  const revoke = async () => {
    if (held) await revokeHeld(held)
    else await service.revokeAgent({ agent_id })
    setAsking(false)
    onChange()
  }
  return (
    <>
      <p>
        <Button kind="danger" onClick={() => setAsking(true)}>
          Revoke the agent
        </Button>
      </p>
      <Dialog title="Revoke it for good?" open={isAsking} onClose={() => setAsking(false)}>
        <div class="stack">
          <p>
            <code>{agent_id}</code> can never sign again, its handle stays taken, and nobody can undo this.
          </p>
          <Failure error={error} />
          <div class="row">
            <Button kind="danger" busy={isBusy} onClick={() => run(revoke)}>
              Yes, revoke it
            </Button>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}

function ForgetKey({ held }: { held: HeldAgent }) {
  return (
    <Card title="The key in this browser">
      <p>It is of no use any more.</p>
      <p>
        <Button kind="quiet" onClick={() => void dropAgent(held)}>
          Remove the key from this browser
        </Button>
      </p>
    </Card>
  )
}
