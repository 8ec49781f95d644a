import { useState } from 'preact/hooks'
import { useFocusAfter } from '../../parts/browser.ts'
import { Button, ButtonLink, CopyField } from '../../parts/button.tsx'
import { Card, PageHead } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { FIELD_TABLE } from '../../parts/field-table.ts'
import { Field } from '../../parts/field.tsx'
import { useForm } from '../../parts/form.ts'
import { Notice } from '../../parts/notice.tsx'
import { place } from '../../router.ts'
import { service } from '../../service.ts'
import { describeLinkRefusal, readToken, WORDS } from './words.ts'

type ConfirmedApplication = Awaited<ReturnType<typeof service.confirmApplication>>

/** Shows the page behind the link in an applicant's mail. The application is confirmed only by a press of the button, because mail programs open links, too. */
export function Page() {
  const [confirmed, setConfirmed] = useState<ConfirmedApplication | null>(null)
  useFocusAfter(confirmed === null ? 'ask' : 'done')
  return (
    <div class="stack">
      <PageHead title={confirmed === null ? WORDS.title : WORDS.done} lead={confirmed === null ? WORDS.lead : null} />
      <Card>{confirmed === null ? <Ask onConfirmed={setConfirmed} /> : <Done confirmed={confirmed} />}</Card>
    </div>
  )
}

function Ask({ onConfirmed }: { onConfirmed: (confirmed: ConfirmedApplication) => void }) {
  const { field, element, isBusy, error } = useForm(
    {
      fields: FIELD_TABLE.confirmApplication,
      initial: { token: place.peek().url.hash.slice(1) },
      tidy: { token: readToken },
      refusedFields: describeLinkRefusal,
    },
    async (texts) => onConfirmed(await service.confirmApplication(texts)),
  )
  return (
    <form class="stack" noValidate {...element}>
      <Field
        label={WORDS.field}
        hint={WORDS.hint}
        {...field('token')}
        autoComplete="off"
        autoCapitalize="none"
        spellcheck={false}
      />
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy}>
          {WORDS.button}
        </Button>
      </p>
    </form>
  )
}

function Done({ confirmed: { invite_code: code } }: { confirmed: ConfirmedApplication }) {
  if (code === null) {
    return (
      <div class="stack">
        <Notice title={WORDS.late} live>
          <p>{WORDS.lateAdvice}</p>
        </Notice>
        <p>
          <ButtonLink href="/scan" kind="quiet">
            {WORDS.tryScan}
          </ButtonLink>
        </p>
      </div>
    )
  }
  return (
    <div class="stack">
      <Notice kind="good" title={WORDS.founding} live>
        <p>{WORDS.foundingAdvice}</p>
      </Notice>
      <CopyField label={WORDS.invite} value={code} />
      <p>
        <ButtonLink href={`/join?invite=${encodeURIComponent(code)}`}>{WORDS.join}</ButtonLink>
      </p>
    </div>
  )
}
