import type { Client } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Failure } from '../../parts/failure.tsx'
import { FIELD_TABLE } from '../../parts/field-table.ts'
import { Field } from '../../parts/field.tsx'
import { useForm } from '../../parts/form.ts'
import { Notice } from '../../parts/notice.tsx'
import { InviteList } from './invite-list.tsx'

// The service makes one code where no number is given; a person should say how many.
const COUNT = { ...FIELD_TABLE.createInvites.count, required: true }
const BOUNDS = `Give a whole number from ${COUNT.minimum} to ${COUNT.maximum.toLocaleString('en')}.`

/** Codes that let one e-mail address each join: make them, take them along, take them back. */
export function InvitesTab({ admin }: { admin: Client }) {
  const [codes, setCodes] = useState<readonly string[]>([])
  return (
    <div class="stack">
      <Card title="Make invite codes">
        <CreateForm admin={admin} onCodes={setCodes} />
        {codes.length > 0 ? <NewCodes codes={codes} /> : null}
      </Card>
      <Card title="All codes">
        <InviteList admin={admin} made={codes} />
      </Card>
    </div>
  )
}

function CreateForm({ admin, onCodes }: { admin: Client; onCodes: (codes: readonly string[]) => void }) {
  const { field, element, isBusy, error } = useForm(
    { fields: { count: COUNT }, initial: { count: '10' }, words: { count: { missing: BOUNDS, malformed: BOUNDS } } },
    async ({ count }) => onCodes((await admin.createInvites({ count: Number(count) })).codes),
  )
  return (
    <form class="stack" noValidate {...element}>
      <Field label="How many" hint="Each lets one e-mail address join, once." inputMode="numeric" {...field('count')} />
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy}>
          Make codes
        </Button>
      </p>
    </form>
  )
}

function NewCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <Notice kind="good" title={codes.length === 1 ? 'One code is made.' : `${codes.length} codes are made.`} live>
        Take them along now. They are shown here once; the list below knows only their last two characters.
      </Notice>
      <div class="admin-codes">
        <CopyField label={codes.length === 1 ? 'New code' : 'New codes'} value={codes.join('\n')} />
      </div>
    </>
  )
}
