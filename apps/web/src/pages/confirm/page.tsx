import { useState } from 'preact/hooks'
import { useAction } from '../../parts/action.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field } from '../../parts/field.tsx'
import { useFocusAfter } from '../../parts/focus-after.ts'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { place } from '../../router.ts'
import { service } from '../../service.ts'
import { refusalWords, tokenIn, WORDS } from './words.ts'

type Confirmed = Awaited<ReturnType<typeof service.confirmApplication>>

/** Where the link in an applicant's mail leads. Opening the page confirms nothing: programs open links, people press buttons. */
export function Page() {
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
  useFocusAfter(confirmed === null ? 'ask' : 'done')
  return (
    <div class="stack">
      <PageHead title={confirmed === null ? WORDS.title : WORDS.done} lead={confirmed === null ? WORDS.lead : null} />
      <Card>{confirmed === null ? <Ask onConfirmed={setConfirmed} /> : <Done confirmed={confirmed} />}</Card>
    </div>
  )
}

function Ask({ onConfirmed }: { onConfirmed: (confirmed: Confirmed) => void }) {
  const [written, setWritten] = useState(() => place.peek().url.hash.slice(1))
  const { run, isBusy, error } = useAction()
  const submit = (event: Event) => {
    event.preventDefault()
    run(async () => onConfirmed(await service.confirmApplication({ token: tokenIn(written) })))
  }
  const refused = refusalWords(error)
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <Field
        label={WORDS.field}
        hint={WORDS.hint}
        error={refused}
        value={written}
        onValue={setWritten}
        autoComplete="off"
        autoCapitalize="none"
        spellcheck={false}
      />
      {error && !refused ? <Failure error={error} /> : null}
      <p>
        <Button type="submit" busy={isBusy}>
          {WORDS.button}
        </Button>
      </p>
    </form>
  )
}

function Done({ confirmed: { invite_code: code } }: { confirmed: Confirmed }) {
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
