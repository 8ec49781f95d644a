import type { Client } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { FIELD_TABLE } from '../../../parts/field-table.ts'
import { Field } from '../../../parts/field.tsx'
import { useForm } from '../../../parts/form.ts'
import { QrCode } from '../../../parts/qr-code.tsx'
import { WORDS, writeInviteLink } from './making-words.ts'

/** One fresh invite: its link, its QR code, and the way into a mailbox. */
export function NewInvite({ admin, code }: { admin: Client; code: string }) {
  const link = writeInviteLink(location.origin, code)
  return (
    <div class="stack">
      <CopyField label={WORDS.link(code)} value={link} />
      <details>
        <summary>
          {WORDS.showQr}
          <span class="unseen"> {code.slice(-2)}</span>
        </summary>
        <QrCode text={link} label={WORDS.qr(code)} />
      </details>
      <details>
        <summary>
          {WORDS.mailIt}
          <span class="unseen"> {code.slice(-2)}</span>
        </summary>
        <MailForm admin={admin} code={code} />
      </details>
    </div>
  )
}

function MailForm({ admin, code }: { admin: Client; code: string }) {
  const [sentTo, setSentTo] = useState('')
  const words = { to: { missing: WORDS.wrongAddress, malformed: WORDS.wrongAddress } }
  const { field, element, isBusy, error } = useForm(
    { fields: { to: FIELD_TABLE.mailInvite.to }, initial: { to: '' }, words },
    async ({ to }) => {
      await admin.mailInvite({ code, to })
      setSentTo(to)
    },
  )
  return (
    <form class="stack" noValidate {...element}>
      <Field label={WORDS.address} type="email" autoComplete="off" {...field('to')} />
      <Failure error={error} />
      <p>
        <Button type="submit" kind="quiet" busy={isBusy}>
          {WORDS.send}
        </Button>
      </p>
      <p role="status">{sentTo === '' ? '' : WORDS.sent(sentTo)}</p>
    </form>
  )
}
