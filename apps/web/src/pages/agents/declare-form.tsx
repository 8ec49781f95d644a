import { useState } from 'preact/hooks'
import { useAction } from '../../parts/action.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { fieldErrors } from '../../parts/failure-words.ts'
import { Field, Select, TextArea } from '../../parts/field.tsx'
import { useIsShown } from '../../parts/is-shown.ts'
import { goTo } from '../../router.ts'
import { declareWith, declareWithNewKey } from './acts.ts'
import { agentHref, holdsPrivateKey } from './record-words.ts'

const KEY_CHOICES = [
  { value: 'new', label: 'Make one in this browser' },
  { value: 'own', label: 'I bring my own public key' },
]

/** The three things an agent says of itself, and its key. */
export function DeclareForm() {
  const [said, setSaid] = useState({ agent_handle: '', agent_type: '', origin: '' })
  const [keyFrom, setKeyFrom] = useState('new')
  const [publicKey, setPublicKey] = useState('')
  const { isBusy, error, run } = useAction()
  const isShown = useIsShown()
  const isSecret = keyFrom === 'own' && holdsPrivateKey(publicKey)
  const errors = fieldErrors(error)
  const change = (name: keyof typeof said) => (value: string) => setSaid((before) => ({ ...before, [name]: value }))
  const submit = (event: Event) => {
    event.preventDefault()
    if (isBusy || isSecret) return
    run(async () => {
      const declared = await (keyFrom === 'new' ? declareWithNewKey(said) : declareWith(said, publicKey))
      if (isShown.current) goTo(agentHref(declared.agent_id))
    })
  }
  return (
    <Card title="Declare an agent">
      <form class="stack" onSubmit={submit}>
        <Field
          label="Handle"
          hint="Its name. A handle is given once in the whole service, whatever its letter case; no @."
          value={said.agent_handle}
          onValue={change('agent_handle')}
          error={errors['agent_handle']}
          {...{ required: true, maxLength: 100, autocomplete: 'off', autocapitalize: 'none', spellcheck: false }}
        />
        <Field
          label="Type"
          hint="What it is, in a word: assistant, crawler, bot."
          value={said.agent_type}
          onValue={change('agent_type')}
          error={errors['agent_type']}
          {...{ required: true, maxLength: 50, autocomplete: 'off', autocapitalize: 'none' }}
        />
        <Field
          label="Origin"
          hint="Where it comes from, such as example.org. The service does not check this."
          value={said.origin}
          onValue={change('origin')}
          error={errors['origin']}
          {...{ required: true, maxLength: 253, autocomplete: 'off', autocapitalize: 'none', spellcheck: false }}
        />
        <Select label="Key" value={keyFrom} onValue={setKeyFrom} options={KEY_CHOICES} hint={KEY_HINTS[keyFrom]} />
        {keyFrom === 'own' ? (
          <TextArea
            label="Public key"
            hint="To be proved, it must be Ed25519: 64 hex digits, base64url, a JWK or did:key."
            value={publicKey}
            onValue={setPublicKey}
            error={isSecret ? 'This is a private key. Keep it to yourself; it was not sent.' : errors['public_key']}
            {...{ required: true, rows: 3, maxLength: 2048, spellcheck: false }}
          />
        ) : null}
        <Failure error={Object.keys(errors).length > 0 ? null : error} />
        <p>
          <Button type="submit" busy={isBusy}>
            Declare
          </Button>
        </p>
      </form>
    </Card>
  )
}

const KEY_HINTS: Readonly<Record<string, string>> = {
  new: 'Nobody can take it out, not even you: whoever uses this browser can sign as the agent, and clearing its data ends that.',
  own: 'You keep the private half and sign the proof yourself.',
}
