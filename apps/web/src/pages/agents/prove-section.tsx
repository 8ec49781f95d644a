import { useState } from 'preact/hooks'
import { useAction } from '../../parts/action.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { service } from '../../service.ts'
import { occasion, proveHeld } from './acts.ts'
import { type AgentRecord, currentKey } from './record-words.ts'
import { draftOf, signatureIn } from './statement.ts'
import type { HeldAgent } from './stored-agents.ts'

type ProveProps = { record: AgentRecord; held: HeldAgent | undefined; onChange: () => void }

/** The second step: whoever holds the key signs a statement with it. */
export function ProveSection({ record, held, onChange }: ProveProps) {
  const isProvable = currentKey(record)?.jwk !== null
  return (
    <Card title="Prove that you hold the key">
      {isProvable ? <Ways record={record} held={held} onChange={onChange} /> : <Unprovable />}
    </Card>
  )
}

function Ways({ record, held, onChange }: ProveProps) {
  return held ? <ProveHere held={held} onChange={onChange} /> : <ProveElsewhere record={record} onChange={onChange} />
}

function Unprovable() {
  return (
    <Notice kind="warn" title="This key cannot be proved, so the agent stays declared.">
      Only Ed25519 keys can. To be verified, declare another agent with such a key.
    </Notice>
  )
}

function ProveHere({ held, onChange }: { held: HeldAgent; onChange: () => void }) {
  const { isBusy, error, run } = useAction()
  const prove = async () => {
    await proveHeld(held)
    onChange()
  }
  return (
    <>
      <p>
        The key lies in this browser. It signs one statement, for this service and this minute; nobody sees the key.
      </p>
      <Failure error={error} />
      <p>
        <Button busy={isBusy} onClick={() => run(prove)}>
          Prove it now
        </Button>
      </p>
    </>
  )
}

const SIGN_COMMAND = 'openssl pkeyutl -sign -rawin -inkey key.pem -in statement.txt | xxd -p -c 64'

function ProveElsewhere({ record, onChange }: { record: AgentRecord; onChange: () => void }) {
  const { agent_id } = record
  const [draft, setDraft] = useState(() => draftOf({ action: 'prove', agent_id }, occasion()))
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { isBusy, error, run } = useAction()
  const submit = (event: Event) => {
    event.preventDefault()
    const signature = signatureIn(text)
    setProblem(signature === null ? 'A signature is 64 bytes: 128 hex digits, or base64.' : undefined)
    if (signature === null || isBusy) return
    run(async () => {
      await service.proveAgent({ agent_id, proof: { signed_at: draft.signed_at, signature } })
      onChange()
    })
  }
  return (
    <form class="stack" onSubmit={submit} noValidate>
      <p>The key is not in this browser. Sign this text with it, byte for byte, within ten minutes.</p>
      <CopyField label="Text to sign" value={draft.text} />
      <div class="row">
        <Button kind="quiet" onClick={() => saveFile('statement.txt', draft.text)}>
          Save as statement.txt
        </Button>
        <Button kind="quiet" onClick={() => setDraft(draftOf({ action: 'prove', agent_id }, occasion()))}>
          New text
        </Button>
      </div>
      <CopyField label="For example with OpenSSL 3" value={SIGN_COMMAND} />
      <Field label="Signature" value={text} onValue={setText} error={problem} autocomplete="off" spellcheck={false} />
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy}>
          Prove
        </Button>
      </p>
    </form>
  )
}
