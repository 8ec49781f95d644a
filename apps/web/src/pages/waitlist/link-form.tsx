import { type OutputOf, ProblemError } from '@stillhere/client/http'
import { useAction } from '../../parts/action.ts'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { FIELD_TABLE } from '../../parts/field-table.ts'
import { Field } from '../../parts/field.tsx'
import { useForm } from '../../parts/form.ts'
import { service } from '../../service.ts'
import { WORDS } from './words.ts'

type LinkFormProps = {
  link: string
  onDone: (state: OutputOf<'joinWaitlist'>['state'] | 'left') => void
  onAnew: () => void
}

const FIELD_WORDS = { note: { missing: WORDS.noteMalformed, malformed: WORDS.noteMalformed } }

/** What the owner of a mailed link can do: ask, with a note, or take it back. Opening the page does neither. */
export function LinkForm({ link, onDone, onAnew }: LinkFormProps) {
  const leaving = useAction()
  const { field, element, isBusy, error } = useForm(
    { fields: { note: FIELD_TABLE.joinWaitlist.note }, initial: { note: '' }, words: FIELD_WORDS },
    async ({ note }) => onDone((await service.joinWaitlist({ link, note: note ?? '' })).state),
  )
  const failure = error ?? leaving.error
  const isOver = failure instanceof ProblemError && ['LINK_EXPIRED', 'INVALID_REQUEST'].includes(failure.code)
  const leave = async () => {
    await service.leaveWaitlist({ link })
    onDone('left')
  }
  return (
    <form class="stack" noValidate {...element}>
      <Field label={WORDS.note} hint={WORDS.noteHint} autoComplete="off" {...field('note')} />
      <Failure error={failure} />
      <p class="row">
        <Button type="submit" busy={isBusy}>
          {WORDS.join}
        </Button>
        <Button kind="quiet" busy={leaving.isBusy} onClick={() => leaving.run(leave)}>
          {WORDS.leave}
        </Button>
        {isOver ? (
          <Button kind="quiet" onClick={onAnew}>
            {WORDS.another}
          </Button>
        ) : null}
      </p>
    </form>
  )
}
