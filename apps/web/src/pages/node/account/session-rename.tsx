import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Field } from '../../../parts/field.tsx'
import { service } from '../../../service.ts'
import { SESSION_WORDS as WORDS } from './words.ts'

/** A browser or program that is signed in. */
export type SignedIn = OutputOf<'listTokens'>['tokens'][number]

type RenameSessionProps = { one: SignedIn; onClose: () => void; onDone: (news: string) => void }

/** Gives a device the name that its owner knows it by. */
export function RenameSession({ one: { id, device_name }, onClose, onDone }: RenameSessionProps) {
  const [name, setName] = useState(device_name ?? '')
  const { run, isBusy, error } = useAction()
  const rename = async () => {
    await service.renameSession({ id, device_name: name.trim() })
    onClose()
    onDone(WORDS.renamed(name.trim()))
  }
  const submit = (event: Event) => {
    event.preventDefault()
    run(rename)
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <Field
        label={WORDS.name}
        hint={WORDS.nameHint}
        autoComplete="off"
        maxLength={64}
        value={name}
        onValue={setName}
      />
      <Failure error={error} />
      <p class="row">
        <Button type="submit" busy={isBusy} disabled={name.trim() === ''}>
          {WORDS.save}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {WORDS.cancel}
        </Button>
      </p>
    </form>
  )
}
