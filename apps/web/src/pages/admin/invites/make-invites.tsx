import type { Client } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button, CopyField } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { FIELD_TABLE } from '../../../parts/field-table.ts'
import { Field } from '../../../parts/field.tsx'
import { useForm } from '../../../parts/form.ts'
import { Notice } from '../../../parts/notice.tsx'
import { QrCode } from '../../../parts/on-phone.tsx'
import { say, sayCount } from '../../../words/speak.ts'

// The service defaults to one invite; the form requires a number.
const FIELDS = { ...FIELD_TABLE.createInvites, count: { ...FIELD_TABLE.createInvites.count, required: true } }
const BOUNDS = say('Enter a whole number from {least} to {most}.', {
  least: FIELDS.count.minimum,
  most: FIELDS.count.maximum,
})
// More than this would fill the page with QR codes.
const MOST_SHOWN_ALONE = 12

type MakeInvitesProps = { admin: Client; codes: readonly string[]; onCodes: (codes: readonly string[]) => void }

/** Shows the form that creates invites, and the links of the invites just created (`codes`), which can't be shown again. Calls `onCodes` with the new codes. */
export function InviteForm({ admin, codes, onCodes }: MakeInvitesProps) {
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
  const links = codes.map((code) => toInviteLink(location.origin, code))
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

/** Shows a new invite as a link and a QR code, and sends it by mail. */
function NewInvite({ admin, code }: { admin: Client; code: string }) {
  const link = toInviteLink(location.origin, code)
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

const WORDS = {
  count: say('How many'),
  countHint: say('Each lets one person join, once.'),
  note: say('Note'),
  noteHint: say('Who is it for? Only operators see this.'),
  button: say('Make invites'),
  made: (count: number) => sayCount(count, 'Your invite is ready.', '{count} invites are ready.'),
  madeAdvice: say(
    'Save or send them now: they’re shown only once. Later, the list shows just the last two characters.',
  ),
  link: (code: string) => say('Invite link {end}', { end: code.slice(-2) }),
  links: say('Invite links'),
  qr: (code: string) => say('QR code of the invite link ending in {end}', { end: code.slice(-2) }),
  showQr: say('Show QR code'),
  mailIt: say('Mail it'),
  address: say('Email address'),
  send: say('Send'),
  sent: (to: string) => say('The invite is on its way to {to}.', { to }),
  wrongAddress: say('That doesn’t look like an email address.'),
} as const

/** Returns the address of the Join page with the invite filled in. */
function toInviteLink(origin: string, code: string): string {
  return `${origin}/join?invite=${encodeURIComponent(code)}`
}
