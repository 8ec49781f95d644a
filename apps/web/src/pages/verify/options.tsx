import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Check, Field, TextArea } from '../../parts/field.tsx'
import { parseKey } from './judge.ts'
import { addedKeys, addKey, removeKey, type Verification } from './use-verification.ts'
import { OPTION_WORDS } from './words.ts'

/** Shows the person's own requirements (audience, time, approver keys) and the issuer keys that they trust. Each change applies at once. */
export function OptionsForm({ verification }: { verification: Verification }) {
  const { options, setOptions } = verification
  return (
    <details class="verify-settings">
      <summary>{OPTION_WORDS.title}</summary>
      <div class="stack">
        <Field
          label={OPTION_WORDS.audience}
          hint={OPTION_WORDS.audienceHint}
          value={options.audience}
          onValue={(audience) => setOptions({ audience: audience.trim() })}
          autocomplete="off"
        />
        <TimeField onTime={(at) => setOptions({ at })} />
        <Check label={OPTION_WORDS.legacy} checked={options.legacy} onChecked={(legacy) => setOptions({ legacy })} />
        <PersonKeys onKeys={(approverKeys) => setOptions({ approverKeys })} />
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
      label={OPTION_WORDS.at}
      hint={OPTION_WORDS.atHint}
      value={local}
      onValue={change}
    />
  )
}

/** Asks for the thumbprints of approver keys, one per line. A mistyped thumbprint stays a requirement, which no key meets. */
function PersonKeys({ onKeys }: { onKeys: (keys: readonly string[]) => void }) {
  const [text, setText] = useState('')
  const keys = readKeys(text)
  const change = (next: string) => {
    setText(next)
    onKeys(readKeys(next))
  }
  return (
    <TextArea
      label={OPTION_WORDS.personKeys}
      hint={OPTION_WORDS.personKeysHint}
      error={keys.every((key) => /^[\w-]{43}$/.test(key)) ? undefined : OPTION_WORDS.personKeyWrong}
      rows={2}
      value={text}
      onValue={change}
      spellcheck={false}
      autocomplete="off"
    />
  )
}

function readKeys(text: string): string[] {
  return text.split(/[\s,]+/).filter((key) => key !== '')
}

function TrustedKeys() {
  const [name, setName] = useState('')
  const [key, setKey] = useState('')
  const [error, setError] = useState<string>()
  const add = (event: Event) => {
    event.preventDefault()
    const publicKey = parseKey(key)
    setError(publicKey === null ? OPTION_WORDS.keyWrong : undefined)
    if (publicKey === null) return
    addKey({ name: name.trim(), publicKey })
    setName('')
    setKey('')
  }
  return (
    <form class="stack" onSubmit={add} noValidate>
      <h3>{OPTION_WORDS.keys}</h3>
      <p class="small soft">{OPTION_WORDS.keysText}</p>
      <KeyList />
      <Field
        label={OPTION_WORDS.name}
        hint={OPTION_WORDS.nameHint}
        value={name}
        onValue={setName}
        maxLength={60}
        autocomplete="off"
      />
      <Field
        label={OPTION_WORDS.key}
        value={key}
        onValue={setKey}
        error={error}
        spellcheck={false}
        autocomplete="off"
      />
      <p>
        <Button type="submit" kind="quiet">
          {OPTION_WORDS.trust}
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
            {name === '' ? OPTION_WORDS.noName : name}
            <code>{publicKey}</code>
          </span>
          <Button kind="quiet" onClick={() => removeKey(publicKey)}>
            {OPTION_WORDS.remove}
            <span class="unseen"> {name === '' ? publicKey : name}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
