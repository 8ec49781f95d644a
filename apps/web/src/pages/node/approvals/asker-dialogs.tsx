import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { describeAsker } from '../../../parts/approval-words.ts'
import { Button } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Field } from '../../../parts/field.tsx'
import { service } from '../../../service.ts'
import { describeAskerFailure } from './failure.ts'
import { readPerDay } from './words.ts'

type DialogProps = {
  one: OutputOf<'listAskers'>['askers'][number]
  onClose: () => void
  onDone: (news: string) => void
}

/** Asks how often somebody may ask in a day. */
export function ChangePerDay({ one: { asker, per_day }, onClose, onDone }: DialogProps) {
  const [text, setText] = useState(String(per_day))
  const [isWrong, setWrong] = useState(false)
  const { run, isBusy, error } = useAction()
  const perDay = readPerDay(text)
  const change = async (next: number) => {
    const saved = await service.allowAsker({ asker: asker.id, per_day: next })
    onDone(`${asker.name} may ask you ${saved.per_day} times a day now.`)
    onClose()
  }
  const submit = (event: Event) => {
    event.preventDefault()
    setWrong(perDay === null)
    if (perDay !== null) run(() => change(perDay))
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <Field
        label="Times a day"
        hint={`${describeAsker(asker)}. Days are in UTC.`}
        error={isWrong && perDay === null ? 'Give a number from 1 to 100.' : undefined}
        autoComplete="off"
        inputMode="numeric"
        value={text}
        onValue={setText}
      />
      <Failure error={error} wordsFor={describeAskerFailure} />
      <p class="row">
        <Button type="submit" busy={isBusy}>
          Save
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Keep {per_day} a day
        </Button>
      </p>
    </form>
  )
}

/** Asks once more before somebody may ask no more. */
export function RemoveAsker({ one: { asker }, onClose, onDone }: DialogProps) {
  const { run, isBusy, error } = useAction()
  const remove = async () => {
    await service.removeAsker({ asker: asker.id })
    onDone(`${asker.name} may not ask you any more. What it had open is denied.`)
    onClose()
  }
  return (
    <div class="stack">
      <p>
        {describeAsker(asker)} can ask you for nothing from then on. Whatever it has asked for and is still open is
        denied, and what you approved and it has not used yet is worth nothing. Receipts that it has stay good.
      </p>
      <Failure error={error} wordsFor={describeAskerFailure} />
      <p class="row">
        <Button kind="danger" busy={isBusy} onClick={() => run(remove)}>
          Remove and deny
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Keep it
        </Button>
      </p>
    </div>
  )
}
