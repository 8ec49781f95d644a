import { useMemo } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { useCountdown } from '../../../parts/countdown.ts'
import { FIELD_TABLE } from '../../../parts/field-table.ts'
import { Field } from '../../../parts/field.tsx'
import { useForm } from '../../../parts/form.ts'
import { say } from '../../../words/speak.ts'
import { INVITE_WORDS, tidyInvite } from '../flow/input-text.ts'
import { EMAIL_WORDS, type Refusal, refusalAfterEdit } from '../flow/refusal.ts'
import type { CodeRequest } from '../flow/step.ts'
import { InviteField } from './invite-field.tsx'
import { RefusalNotice, useDeadline } from './refusal-notice.tsx'

type AskFormProps = {
  takesInvite: boolean
  request: CodeRequest
  onRequest: (request: CodeRequest) => void
  refusal: Refusal | null
  onRefusal: (refusal: Refusal | null) => void
  onSend: (request: CodeRequest) => Promise<void>
}

/** Where to send the code and, for a new node, the invite. */
export function AskForm({ takesInvite, request, onRequest, refusal, onRefusal, onSend }: AskFormProps) {
  const until = useDeadline(refusal)
  const isResting = useCountdown(until) > 0
  const refused = useMemo(() => toFieldErrors(refusal), [refusal])
  const { field, element, isBusy } = useForm(
    {
      fields: {
        email: FIELD_TABLE.sendOtp.email,
        invite: { ...FIELD_TABLE.sendOtp.invite_code, required: takesInvite },
      },
      initial: request,
      tidy: { invite: takesInvite ? tidyInvite : () => '' },
      words: WORDS,
      refused,
      onEdit: (name, typed) => {
        onRequest({ ...request, ...typed })
        onRefusal(refusalAfterEdit(refusal, name))
      },
    },
    async (entered) => {
      onRefusal(null)
      await onSend(entered)
    },
  )
  const { error, ...invite } = field('invite')
  return (
    <form class="stack" noValidate {...element}>
      {takesInvite ? <InviteField {...invite} refused={error} /> : null}
      <Field
        label={say('Email address')}
        hint={say('We’ll send it a 6-digit code. Your address stays private.')}
        type="email"
        autoComplete={takesInvite ? 'email' : 'email webauthn'}
        inputMode="email"
        autoCapitalize="none"
        spellcheck={false}
        {...field('email')}
      />
      <RefusalNotice refusal={refusal} until={until} />
      <p>
        <Button type="submit" busy={isBusy} disabled={isResting}>
          {say('Mail me a code')}
        </Button>
      </p>
    </form>
  )
}

const WORDS = {
  email: { missing: say('Enter your email address.'), malformed: EMAIL_WORDS },
  invite: {
    missing: say('Enter your invite. Already have a node? Then choose “Sign in”.'),
    malformed: INVITE_WORDS.malformed,
  },
}

function toFieldErrors(refusal: Refusal | null): { email?: string; invite?: string } {
  return refusal?.at === 'email' || refusal?.at === 'invite' ? { [refusal.at]: refusal.words } : {}
}
