import { useState } from 'preact/hooks'
import { saveFile } from '../../parts/browser.ts'
import { Button, CopyField } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useAction } from '../../parts/request.ts'
import { service } from '../../service.ts'
import { say } from '../../words/speak.ts'
import { sendAgentProof, readOccasion } from './actions.ts'
import type { StoredAgent } from './agent-keys.ts'
import { type AgentRecord, findCurrentKey } from './agent-record.ts'
import { createStatement, parseSignature } from './statement.ts'

type ProveProps = { record: AgentRecord; stored: StoredAgent | undefined; onChange: () => void }

/**
 * Lets the person prove an agent's key, by a statement signed with the key in this browser (`stored`) or by a pasted signature made
 * elsewhere. Calls `onChange` after the proof.
 */
export function ProveSection({ record, stored, onChange }: ProveProps) {
  const isProvable = findCurrentKey(record)?.jwk !== null
  return (
    <Card title={say('Prove you hold the key')}>
      {!isProvable ? (
        <Notice kind="warn" title={say('This key can’t be proved, so the agent stays “declared”.')}>
          {say('Only Ed25519 keys can be proved. To get verified, declare another agent with one.')}
        </Notice>
      ) : stored ? (
        <BrowserProof stored={stored} onChange={onChange} />
      ) : (
        <ManualProof record={record} onChange={onChange} />
      )}
    </Card>
  )
}

function BrowserProof({ stored, onChange }: { stored: StoredAgent; onChange: () => void }) {
  const { isBusy, error, run } = useAction()
  const sendProof = async () => {
    await sendAgentProof(stored)
    onChange()
  }
  return (
    <>
      <p>
        {say(
          'The key is in this browser. It signs one statement for this service, valid for ten minutes. The key itself isn’t sent.',
        )}
      </p>
      <Failure error={error} />
      <p>
        <Button busy={isBusy} onClick={() => run(sendProof)}>
          {say('Prove now')}
        </Button>
      </p>
    </>
  )
}

const SIGN_COMMAND = 'openssl pkeyutl -sign -rawin -inkey key.pem -in statement.txt | xxd -p -c 64'

function ManualProof({ record, onChange }: { record: AgentRecord; onChange: () => void }) {
  const { agent_id } = record
  const [draft, setDraft] = useState(() => createStatement({ action: 'prove', agent_id }, readOccasion()))
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { isBusy, error, run } = useAction()
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    const signature = parseSignature(text)
    setProblem(signature === null ? say('A signature is 64 bytes: 128 hex digits or base64.') : undefined)
    if (signature === null || isBusy) return
    run(async () => {
      await service.proveAgent({ agent_id, proof: { signed_at: draft.signed_at, signature } })
      onChange()
    })
  }
  return (
    <form class="stack" onSubmit={handleSubmit} noValidate>
      <p>{say('The key isn’t in this browser. Use it to sign this exact text within ten minutes.')}</p>
      <CopyField label={say('Text to sign')} value={draft.text} />
      <div class="row">
        <Button kind="quiet" onClick={() => saveFile('statement.txt', draft.text)}>
          {say('Save as statement.txt')}
        </Button>
        <Button kind="quiet" onClick={() => setDraft(createStatement({ action: 'prove', agent_id }, readOccasion()))}>
          {say('New text')}
        </Button>
      </div>
      <CopyField label={say('Example with OpenSSL 3')} value={SIGN_COMMAND} />
      <Field
        label={say('Signature')}
        value={text}
        onValue={setText}
        error={problem}
        autocomplete="off"
        spellcheck={false}
      />
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy}>
          {say('Prove')}
        </Button>
      </p>
    </form>
  )
}
