import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { formatDeviceName } from '../notices/browser.ts'
import { Button } from '../parts/button.tsx'
import { Failure } from '../parts/failure.tsx'
import { Field } from '../parts/field.tsx'
import { Notice } from '../parts/notice.tsx'
import { useAction } from '../parts/request.ts'
import { service } from '../service.ts'
import { say } from '../words/speak.ts'
import { canUsePasskeys, createPasskey } from './browser.ts'
import { describePasskeyFailure, SECURITY_KEY_WORDS as KEY_WORDS } from './words.ts'

type AddPasskeyProps = { onAdded: (name: string) => void }

/** Shows a form that adds a passkey to the signed-in person's node, under a name of their choice. Calls `onAdded` with that name. */
export function AddPasskey({ onAdded }: AddPasskeyProps) {
  return canUsePasskeys() ? <PasskeyForm onAdded={onAdded} /> : <NotHere />
}

/** Shows a button that adds a passkey to the signed-in person's node, named after the device. Calls `onAdded` with that name. */
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

/**
 * Adds a passkey to the signed-in person's node, named after this device, and returns its name. Rejects if the person cancels or the service
 * refuses.
 */
export async function addDevicePasskey(): Promise<string> {
  return (await addPasskey(formatDeviceName(navigator.userAgent))).name
}

/**
 * Shows a button that adds a security key as a passkey of the signed-in person's node. Calls `onAdded` with its name and its kind of device; if
 * it isn't attested, a notice says that it doesn't reach level 3.
 */
export function AddSecurityKey({ onAdded }: { onAdded: (name: string, device: AddedPasskey['device']) => void }) {
  const { run, isBusy, error } = useAction()
  const [isPlain, setPlain] = useState(false)
  if (!canUsePasskeys()) return <NotHere />
  const end = ({ name, device }: AddedPasskey) => {
    setPlain(device !== 'attested')
    onAdded(name, device)
  }
  return (
    <>
      <p>{KEY_WORDS.how}</p>
      <Failure error={error} wordsFor={describePasskeyFailure} />
      {isPlain ? (
        <Notice kind="warn" title={KEY_WORDS.plain} live>
          {KEY_WORDS.plainAdvice}
        </Notice>
      ) : null}
      <p>
        <Button kind="quiet" busy={isBusy} onClick={() => run(() => addPasskey(KEY_WORDS.name, true), end)}>
          {KEY_WORDS.add}
        </Button>
      </p>
    </>
  )
}

type AddedPasskey = OutputOf<'addPasskey'>

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
    run(
      () => addPasskey(name.trim()),
      (added) => onAdded(added.name),
    )
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

async function addPasskey(name: string, isSecurityKey = false): Promise<AddedPasskey> {
  const { token, options } = await service.startPasskey({ security_key: isSecurityKey })
  const response = await createPasskey(options)
  return service.addPasskey({ token, response, name: name === '' ? undefined : name })
}
