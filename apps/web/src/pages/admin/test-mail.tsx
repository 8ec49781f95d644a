import type { Client } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { FIELD_TABLE } from '../../parts/field-table.ts'
import { Field } from '../../parts/field.tsx'
import { useForm } from '../../parts/form.ts'
import { useRequest } from '../../parts/request.ts'
import { say } from '../../words/speak.ts'

const WATCH_MS = 1000

/** Shows the form that sends a test mail, and then whether the mail was delivered. */
export function TestMail({ admin }: { admin: Client }) {
  const [sent, setSent] = useState<string | null>(null)
  const words = { to: { missing: WORDS.wrongAddress, malformed: WORDS.wrongAddress } }
  const { field, element, isBusy, error } = useForm(
    { fields: FIELD_TABLE.sendTestMail, initial: { to: '' }, words },
    async (texts) => setSent((await admin.sendTestMail(texts)).id),
  )
  return (
    <form class="stack" noValidate {...element}>
      <Field label={WORDS.address} type="email" autoComplete="email" hint={WORDS.hint} {...field('to')} />
      <Failure error={error} />
      <p>
        <Button type="submit" kind="quiet" busy={isBusy}>
          {WORDS.send}
        </Button>
      </p>
      {sent === null ? null : <Outcome key={sent} admin={admin} id={sent} />}
    </form>
  )
}

function Outcome({ admin, id }: { admin: Client; id: string }) {
  const { value, error } = useRequest((signal) => admin.listOutbox({ limit: 20 }, { signal }), { refreshMs: WATCH_MS })
  const mail = value?.mails.find((one) => one.id === id)
  const state = mail?.state === 'sent' && value?.readable ? 'written' : (mail?.state ?? 'waiting')
  return (
    <>
      <Failure error={error} />
      <p role="status">
        {WORDS.states[state]} {mail?.problem}
      </p>
    </>
  )
}

const WORDS = {
  hint: say('Your own address is fine.'),
  address: say('Email address'),
  send: say('Send a test mail'),
  wrongAddress: say('That doesn’t look like an email address.'),
  states: {
    waiting: say('On its way…'),
    sending: say('On its way…'),
    sent: say('Sent. Check the mailbox, and the spam folder.'),
    written: say('Written to a file. Mail is not set up, so it wasn’t sent.'),
    dead: say('It failed.'),
  },
} as const
