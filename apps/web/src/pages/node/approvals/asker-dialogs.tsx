import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { describeAsker } from '../../../ask/ask.ts'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Check, Field } from '../../../parts/field.tsx'
import { service } from '../../../service.ts'
import { say, sayCount } from '../../../words/speak.ts'
import { ConfirmRemoval } from '../confirm-removal.tsx'
import { describeAskerFailure } from './failure.ts'
import { SHARE_KEY } from './words.ts'

type DialogProps = {
  one: OutputOf<'listAskers'>['askers'][number]
  onClose: () => void
  onDone: (news: string) => void
}

/** Asks how often a site or an agent may ask in a day, whether it gets the key of the person, and by which name it knows them. */
export function ChangeAsker({ one: { asker, per_day, shares_key, shares_name }, onClose, onDone }: DialogProps) {
  const [text, setText] = useState(String(per_day))
  const [isWrong, setWrong] = useState(false)
  const [sharesKey, setSharesKey] = useState(shares_key)
  const [name, setName] = useState(shares_name ?? '')
  const { run, isBusy, error } = useAction()
  const perDay = readPerDay(text)
  const change = async (next: number) => {
    const saved = await service.allowAsker({
      asker: asker.id,
      per_day: next,
      share_key: sharesKey,
      share_name: name.trim() === '' ? null : name.trim(),
    })
    onDone(
      sayCount(saved.per_day, '{name} may ask you once a day now.', '{name} may ask you {count} times a day now.', {
        name: asker.name,
      }),
    )
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
        label={say('Times a day')}
        hint={say('{asker}. Days are in UTC.', { asker: describeAsker(asker, say) })}
        error={isWrong && perDay === null ? say('Give a number from 1 to 100.') : undefined}
        autoComplete="off"
        inputMode="numeric"
        value={text}
        onValue={setText}
      />
      <Field
        label={say('Your name for {name}', { name: asker.name })}
        hint={say('Optional. It gets this name with each approval, and no one checks it.')}
        autoComplete="name"
        maxLength={100}
        value={name}
        onValue={setName}
      />
      <Check label={SHARE_KEY} checked={sharesKey} onChecked={setSharesKey} />
      <Failure error={error} wordsFor={describeAskerFailure} />
      <p class="row">
        <Button type="submit" busy={isBusy}>
          {say('Save')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {sayCount(per_day, 'Keep one a day', 'Keep {count} a day')}
        </Button>
      </p>
    </form>
  )
}

/** Asks once more before a site or an agent may ask no more. */
export function RemoveAsker({ one: { asker }, onClose, onDone }: DialogProps) {
  const remove = async () => {
    await service.removeAsker({ asker: asker.id })
    onDone(say('{name} can’t ask you any more. Its open requests are denied.', { name: asker.name }))
  }
  return (
    <ConfirmRemoval label={say('Remove and deny')} remove={remove} onClose={onClose} wordsFor={describeAskerFailure}>
      <p>
        {say(
          '{asker} can no longer ask you for anything. Open requests are denied, and approvals it hasn’t used yet stop working. Receipts it already has stay valid.',
          { asker: describeAsker(asker, say) },
        )}
      </p>
    </ConfirmRemoval>
  )
}

const MOST_PER_DAY = 100

/** How often somebody may ask in a day; null for what is no such number. */
export function readPerDay(text: string): number | null {
  const perDay = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return perDay >= 1 && perDay <= MOST_PER_DAY ? perDay : null
}
