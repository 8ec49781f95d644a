import { Button } from '../../parts/button.tsx'
import { fieldErrors } from '../../parts/failure-words.ts'
import { Failure } from '../../parts/failure.tsx'
import { FIELD_TABLE } from '../../parts/field-table.ts'
import { Field } from '../../parts/field.tsx'
import { useForm } from '../../parts/form.ts'
import { service } from '../../service.ts'
import { WORDS } from './words.ts'

const FIELD_WORDS = { email: { missing: WORDS.emailMalformed, malformed: WORDS.emailMalformed } }

// The service knows better than a pattern what an address is; the words are ours.
const refusedFields = (error: unknown) => ('email' in fieldErrors(error) ? { email: WORDS.emailMalformed } : {})

/** The address that a link is mailed to. */
export function AskForm({ onSent }: { onSent: () => void }) {
  const { field, element, isBusy, error } = useForm(
    { fields: FIELD_TABLE.askForInvite, words: FIELD_WORDS, refusedFields },
    async ({ email }) => {
      await service.askForInvite({ email })
      onSent()
    },
  )
  return (
    <form class="stack" noValidate {...element}>
      <Field
        label={WORDS.email}
        hint={WORDS.emailHint}
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellcheck={false}
        {...field('email')}
      />
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy}>
          {WORDS.ask}
        </Button>
      </p>
    </form>
  )
}
