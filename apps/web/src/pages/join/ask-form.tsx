import { useEffect, useRef } from 'preact/hooks'
import { useAction } from '../../parts/action.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { useCountdown } from './countdown.ts'
import { InviteField } from './invite-field.tsx'
import { tidyInvite } from './invite-text.ts'
import { type Refusal, refusalAfterEdit } from './refusal.ts'
import { RefusalNotice, useDeadline } from './refusal-notice.tsx'
import type { Wish } from './send-code.ts'

type AskFormProps = {
  takesInvite: boolean
  wish: Wish
  onWish: (wish: Wish) => void
  refusal: Refusal | null
  onRefusal: (refusal: Refusal | null) => void
  onAsk: (wish: Wish) => Promise<void>
}

/** Where to send the code and, for a new node, the invite. */
export function AskForm({ takesInvite, wish, onWish, refusal, onRefusal, onAsk }: AskFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { run, isBusy } = useAction()
  const until = useDeadline(refusal)
  const isResting = useCountdown(until) > 0
  useEffect(() => focusOnRefused(form.current, refusal), [refusal])
  const change = (edit: Partial<Wish>, field: keyof Wish) => {
    onWish({ ...wish, ...edit })
    onRefusal(refusalAfterEdit(refusal, field))
  }
  const submit = (event: Event) => {
    event.preventDefault()
    const asked = { email: wish.email.trim(), invite: takesInvite ? tidyInvite(wish.invite) : '' }
    const missing = missingIn(asked, takesInvite)
    onRefusal(missing)
    if (!missing) run(() => onAsk(asked))
  }
  return (
    <form class="stack" ref={form} noValidate onSubmit={submit}>
      {takesInvite ? (
        <InviteField
          value={wish.invite}
          onValue={(invite) => change({ invite }, 'invite')}
          refused={refusal?.at === 'invite' ? refusal.words : undefined}
        />
      ) : null}
      <Field
        label="E-mail address"
        hint="We’ll send it a 6-digit code. Your address stays private."
        error={refusal?.at === 'email' ? refusal.words : undefined}
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellcheck={false}
        value={wish.email}
        onValue={(email) => change({ email }, 'email')}
      />
      <RefusalNotice refusal={refusal} until={until} />
      <p>
        <Button type="submit" busy={isBusy} disabled={isResting}>
          Mail me a code
        </Button>
      </p>
    </form>
  )
}

function missingIn({ email, invite }: Wish, takesInvite: boolean): Refusal | null {
  if (takesInvite && invite === '') {
    return { at: 'invite', words: 'Type your invite. If you have a node already you need none: choose “Sign in”.' }
  }
  return email === '' ? { at: 'email', words: 'Type your e-mail address.' } : null
}

function focusOnRefused(form: HTMLFormElement | null, refusal: Refusal | null): void {
  if (refusal && refusal.at !== 'form') form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}
