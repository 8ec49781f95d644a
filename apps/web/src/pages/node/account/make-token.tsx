import type { InputOf, OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Check, Field } from '../../../parts/field.tsx'
import { service } from '../../../service.ts'
import { SCOPE_WORDS, TOKEN_WORDS as WORDS } from './words.ts'

type Scope = InputOf<'makeToken'>['scopes'][number]
type MadeToken = OutputOf<'makeToken'>

const SCOPES = Object.keys(SCOPE_WORDS) as Scope[]

/** Makes a token for a program, and shows it once. */
export function MakeToken({ onMade }: { onMade: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<MadeToken | null>(null)
  const close = () => {
    setOpen(false)
    setMade(null)
  }
  const keep = (token: MadeToken) => {
    setMade(token)
    onMade()
  }
  return (
    <>
      <p>
        <Button kind="quiet" onClick={() => setOpen(true)}>
          {WORDS.open}
        </Button>
      </p>
      <Dialog title={made ? WORDS.made(made.name) : WORDS.title} open={isOpen} onClose={close}>
        {made ? (
          <div class="stack">
            <p>{WORDS.keep}</p>
            <CopyField label={WORDS.token} value={made.node_token} />
            <p>
              <Button onClick={close}>{WORDS.done}</Button>
            </p>
          </div>
        ) : isOpen ? (
          <TokenForm onMade={keep} />
        ) : null}
      </Dialog>
    </>
  )
}

function TokenForm({ onMade }: { onMade: (made: MadeToken) => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(['read'])
  const { run, isBusy, error } = useAction()
  const submit = (event: Event) => {
    event.preventDefault()
    run(() => service.makeToken({ name: name.trim(), scopes: [...scopes] }), onMade)
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <p>{WORDS.lead}</p>
      <Field
        label={WORDS.name}
        hint={WORDS.nameHint}
        autoComplete="off"
        maxLength={64}
        value={name}
        onValue={setName}
      />
      <fieldset class="stack">
        <legend>{WORDS.scopes}</legend>
        {SCOPES.map((scope) => (
          <Check
            key={scope}
            label={SCOPE_WORDS[scope]}
            checked={scopes.includes(scope)}
            onChecked={(isOn) => setScopes(SCOPES.filter((one) => (one === scope ? isOn : scopes.includes(one))))}
          />
        ))}
      </fieldset>
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy} disabled={name.trim() === '' || scopes.length === 0}>
          {WORDS.make}
        </Button>
      </p>
    </form>
  )
}
