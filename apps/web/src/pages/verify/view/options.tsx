import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Check, Field } from '../../../parts/field.tsx'
import { addedKeys, addKey, removeKey } from '../flow/added-keys.ts'
import { parseKey } from '../flow/trust.ts'
import type { Verification } from '../flow/use-verification.ts'

/** What the person asks for beyond the format, and whom they trust. */
export function OptionsForm({ verification }: { verification: Verification }) {
  const { options, setOptions } = verification
  return (
    <details class="verify-settings">
      <summary>How to judge</summary>
      <div class="stack">
        <Field
          label="Meant for"
          hint="For example https://shop.example. Left empty, any audience will do."
          value={options.audience}
          onValue={(audience) => setOptions({ audience: audience.trim() })}
          autocomplete="off"
        />
        <TimeField onTime={(at) => setOptions({ at })} />
        <Check
          label="Judge old receipts too, whose signature leaves members out"
          checked={options.legacy}
          onChecked={(legacy) => setOptions({ legacy })}
        />
        <TrustedKeys />
      </div>
    </details>
  )
}

function TimeField({ onTime }: { onTime: (at: string) => void }) {
  const [local, setLocal] = useState('')
  const change = (text: string) => {
    setLocal(text)
    const time = Date.parse(text)
    onTime(Number.isNaN(time) ? '' : new Date(time).toISOString())
  }
  return (
    <Field
      type="datetime-local"
      step={1}
      label="As of"
      hint="Your own clock. Left empty, it is now. Revocation is always judged as of now."
      value={local}
      onValue={change}
    />
  )
}

function TrustedKeys() {
  const [name, setName] = useState('')
  const [key, setKey] = useState('')
  const [error, setError] = useState<string>()
  const add = (event: Event) => {
    event.preventDefault()
    const publicKey = parseKey(key)
    setError(publicKey === null ? 'A key is 64 digits, 0 to 9 and a to f.' : undefined)
    if (publicKey === null) return
    addKey({ name: name.trim(), publicKey })
    setName('')
    setKey('')
  }
  return (
    <form class="stack" onSubmit={add} noValidate>
      <h3>Issuers you trust</h3>
      <p class="small soft">
        This service’s own keys are trusted already. Add those of other issuers; get them by another way than the
        receipt.
      </p>
      <KeyList />
      <Field
        label="Name"
        hint="As you want to see it; may stay empty."
        value={name}
        onValue={setName}
        maxLength={60}
        autocomplete="off"
      />
      <Field label="Public key" value={key} onValue={setKey} error={error} spellcheck={false} autocomplete="off" />
      <p>
        <Button type="submit" kind="quiet">
          Trust this key
        </Button>
      </p>
    </form>
  )
}

function KeyList() {
  if (addedKeys.value.length === 0) return null
  return (
    <ul class="verify-keys">
      {addedKeys.value.map(({ name, publicKey }) => (
        <li key={publicKey}>
          <span>
            {name === '' ? 'No name' : name}
            <code>{publicKey}</code>
          </span>
          <Button kind="quiet" onClick={() => removeKey(publicKey)}>
            Remove<span class="unseen"> {name === '' ? publicKey : name}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
