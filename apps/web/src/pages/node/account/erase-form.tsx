import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Field } from '../../../parts/field.tsx'
import { service } from '../../../service.ts'
import { forgetNodeEnrollment } from '../../../session/enrollment-store.ts'
import { noteSession, type Session } from '../../../session/session.ts'
import { sayRich } from '../../../words/rich.tsx'
import { say } from '../../../words/speak.ts'

type EraseFormProps = { who: Session; onErased: () => void; onClose: () => void }

/** Erases the node, once its handle was typed: nobody does that by accident. */
export function EraseForm({ who, onErased, onClose }: EraseFormProps) {
  const [text, setText] = useState('')
  const [isOther, setOther] = useState(false)
  const { run, isBusy, error } = useAction()
  const erase = async () => {
    await service.eraseNode({ email: who.email })
    forgetNodeEnrollment(who.nodeHandle)
    onErased()
    noteSession(null)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    const isRight = text.trim() === who.nodeHandle
    setOther(!isRight)
    if (isRight) run(erase)
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <p>
        {sayRich(
          'This can’t be undone. To continue, type <b>{handle}</b>.',
          { b: (handle) => <strong>{handle}</strong> },
          { handle: who.nodeHandle },
        )}
      </p>
      <Field
        label={say('Handle of your node')}
        error={isOther ? say('Type it exactly: {handle}', { handle: who.nodeHandle }) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellcheck={false}
        value={text}
        onValue={setText}
      />
      <Failure error={error} />
      <p class="row">
        <Button kind="danger" type="submit" busy={isBusy}>
          {say('Erase everything')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {say('Keep my node')}
        </Button>
      </p>
    </form>
  )
}
