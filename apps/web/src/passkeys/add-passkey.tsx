import { useState } from 'preact/hooks'
import { nameDevice } from '../notices/device-name.ts'
import { useAction } from '../parts/action.ts'
import { Button } from '../parts/button.tsx'
import { Failure } from '../parts/failure.tsx'
import { Field } from '../parts/field.tsx'
import { Notice } from '../parts/notice.tsx'
import { service } from '../service.ts'
import { say } from '../words/speak.ts'
import { canUsePasskeys, makePasskey } from './browser.ts'
import { describePasskeyFailure } from './words.ts'

type AddPasskeyProps = { onAdded: (name: string) => void }

/** Adds a passkey to one's own node, by a name of its owner's choice. */
export function AddPasskey({ onAdded }: AddPasskeyProps) {
  return canUsePasskeys() ? <PasskeyForm onAdded={onAdded} /> : <NotHere />
}

/** Adds a passkey in one press, named after the device. */
export function AddDevicePasskey({ onAdded }: AddPasskeyProps) {
  const { run, isBusy, error } = useAction()
  if (!canUsePasskeys()) return <NotHere />
  return (
    <>
      <Failure error={error} wordsFor={describePasskeyFailure} />
      <p>
        <Button busy={isBusy} onClick={() => run(addDevicePasskey, onAdded)}>
          {say('Add a passkey')}
        </Button>
      </p>
    </>
  )
}

export function addDevicePasskey(): Promise<string> {
  return addPasskey(nameDevice(navigator.userAgent))
}

function NotHere() {
  return (
    <Notice kind="warn" title={say('This browser can’t use passkeys here.')}>
      {say('Open the page over https, or use a newer browser.')}
    </Notice>
  )
}

function PasskeyForm({ onAdded }: AddPasskeyProps) {
  const [name, setName] = useState('')
  const { run, isBusy, error } = useAction()
  const submit = (event: Event) => {
    event.preventDefault()
    run(() => addPasskey(name.trim()), onAdded)
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <Field
        label={say('Name of the passkey')}
        hint={say('Only you see it, for example “phone” or “laptop”.')}
        autoComplete="off"
        maxLength={64}
        value={name}
        onValue={setName}
      />
      <Failure error={error} wordsFor={describePasskeyFailure} />
      <p>
        <Button type="submit" busy={isBusy}>
          {say('Add a passkey')}
        </Button>
      </p>
    </form>
  )
}

async function addPasskey(name: string): Promise<string> {
  const { token, options } = await service.startPasskey({})
  const response = await makePasskey(options)
  const added = await service.addPasskey({ token, response, name: name === '' ? undefined : name })
  return added.name
}
