import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Field } from '../../../parts/field.tsx'
import { service } from '../../../service.ts'
import { say } from '../../../words/speak.ts'
import { ConfirmRemoval } from '../confirm-removal.tsx'

type DialogProps = {
  passkey: OutputOf<'listPasskeys'>['passkeys'][number]
  onClose: () => void
  onDone: (news: string) => void
}

/** Asks for another name of a passkey. */
export function RenamePasskey({ passkey, onClose, onDone }: DialogProps) {
  const [name, setName] = useState(passkey.name)
  const { run, isBusy, error } = useAction()
  const rename = async () => {
    const renamed = await service.renamePasskey({ id: passkey.id, name: name.trim() })
    onDone(say('The passkey is called “{name}” now.', { name: renamed.name }))
    onClose()
  }
  const [isBlank, setBlank] = useState(false)
  const submit = (event: Event) => {
    event.preventDefault()
    setBlank(name.trim() === '')
    if (name.trim() !== '') run(rename)
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <Field
        label={say('New name')}
        error={isBlank && name.trim() === '' ? say('Give it a name.') : undefined}
        autoComplete="off"
        maxLength={64}
        value={name}
        onValue={setName}
      />
      <Failure error={error} />
      <p class="row">
        <Button type="submit" busy={isBusy}>
          {say('Save the name')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {say('Keep the old one')}
        </Button>
      </p>
    </form>
  )
}

/** Asks once more before a passkey is removed. */
export function RemovePasskey({ passkey, onClose, onDone }: DialogProps) {
  const remove = async () => {
    await service.removePasskey({ id: passkey.id })
    onDone(say('The passkey “{name}” is removed.', { name: passkey.name }))
  }
  return (
    <ConfirmRemoval label={say('Remove the passkey')} remove={remove} onClose={onClose}>
      <p>
        {say(
          '“{name}” will no longer sign your scans. The device may still list it, so delete it there, too. To add a passkey again, you need a code from your email.',
          { name: passkey.name },
        )}
      </p>
    </ConfirmRemoval>
  )
}
