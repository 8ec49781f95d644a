import type { Client } from '@stillhere/client/http'
import { Button } from '../../../parts/button.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { FIELD_TABLE } from '../../../parts/field-table.ts'
import { Field } from '../../../parts/field.tsx'
import { useForm } from '../../../parts/form.ts'
import { Notice } from '../../../parts/notice.tsx'
import { say } from '../../../words/speak.ts'
import { WORDS, writeInviteLink } from './making-words.ts'
import { NewInvite } from './new-invite.tsx'

// The service makes one where no number is given; a person should say how many.
const FIELDS = { ...FIELD_TABLE.createInvites, count: { ...FIELD_TABLE.createInvites.count, required: true } }
const BOUNDS = say('Enter a whole number from {least} to {most}.', {
  least: FIELDS.count.minimum,
  most: FIELDS.count.maximum,
})
// More would be a wall of pictures.
const MOST_SHOWN_ALONE = 12

type MakeInvitesProps = { admin: Client; codes: readonly string[]; onCodes: (codes: readonly string[]) => void }

/** Makes invites and shows them, this once, as links. */
export function MakeInvites({ admin, codes, onCodes }: MakeInvitesProps) {
  const { field, element, isBusy, error } = useForm(
    {
      fields: FIELDS,
      initial: { count: '3', note: '' },
      words: { count: { missing: BOUNDS, malformed: BOUNDS } },
    },
    async ({ count, note }) => onCodes((await admin.createInvites({ count: Number(count), note: note ?? '' })).codes),
  )
  return (
    <>
      <form class="stack" noValidate {...element}>
        <Field label={WORDS.count} hint={WORDS.countHint} inputMode="numeric" {...field('count')} />
        <Field label={WORDS.note} hint={WORDS.noteHint} autoComplete="off" {...field('note')} />
        <Failure error={error} />
        <p>
          <Button type="submit" busy={isBusy}>
            {WORDS.button}
          </Button>
        </p>
      </form>
      {codes.length > 0 ? <NewInvites admin={admin} codes={codes} /> : null}
    </>
  )
}

function NewInvites({ admin, codes }: { admin: Client; codes: readonly string[] }) {
  const links = codes.map((code) => writeInviteLink(location.origin, code))
  return (
    <>
      <Notice kind="good" title={WORDS.made(codes.length)} live>
        {WORDS.madeAdvice}
      </Notice>
      {codes.length > 1 ? (
        <div class="admin-codes">
          <CopyField label={WORDS.links} value={links.join('\n')} />
        </div>
      ) : null}
      {codes.length <= MOST_SHOWN_ALONE ? (
        <ul class="admin-invites">
          {codes.map((code) => (
            <li key={code}>
              <NewInvite admin={admin} code={code} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
