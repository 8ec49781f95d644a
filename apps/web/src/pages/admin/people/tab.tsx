import type { Client } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Field } from '../../../parts/field.tsx'
import { MorePages } from '../../../parts/more-pages.tsx'
import { News } from '../../../parts/news.tsx'
import { usePages } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { Table } from '../../../parts/table.tsx'
import { columnsWith } from './columns.tsx'
import { EraseLater } from './erase-later.tsx'
import { type Asked, Question } from './question.tsx'
import { type Person, WORDS } from './words.ts'

/** Everybody who has a node: find, sign out, block, erase. */
export function PeopleTab({ admin }: { admin: Client }) {
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const search = (event: Event) => {
    event.preventDefault()
    setText(typed.trim())
  }
  return (
    <Card title={WORDS.title}>
      <form class="stack" role="search" onSubmit={search} noValidate>
        <Field label={WORDS.search} type="search" hint={WORDS.hint} maxLength={320} value={typed} onValue={setTyped} />
        <p>
          <Button type="submit" kind="quiet">
            {WORDS.find}
          </Button>
        </p>
      </form>
      <People key={text} admin={admin} text={text} />
      <p class="small soft admin-measure">{WORDS.privacy}</p>
    </Card>
  )
}

function People({ admin, text }: { admin: Client; text: string }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [leaving, setLeaving] = useState<Person | null>(null)
  const [news, setNews] = useState('')
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    admin.searchPeople({ text, ...(cursor === undefined ? {} : { cursor }) }, { signal }),
  )
  const tell = (said: string) => {
    setNews(said)
    reload()
  }
  const rows = pages?.flatMap(({ people }) => people)
  return (
    <>
      {rows ? null : error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={6} />}
      <News text={news} of={pages} />
      {leaving ? <EraseLater admin={admin} person={leaving} onEnd={(said) => (setLeaving(null), tell(said))} /> : null}
      {rows?.length === 0 ? <Empty title={WORDS.none}>{WORDS.noneAdvice}</Empty> : null}
      {rows && rows.length > 0 ? (
        <>
          <Table caption={WORDS.list} columns={columnsWith(setAsked, leaving)} rows={rows} keyOf={({ id }) => id} />
          <MorePages more={more} isBusy={isBusy} error={error} />
        </>
      ) : null}
      <Question
        admin={admin}
        asked={asked}
        onDone={tell}
        onErase={(person) => (setNews(''), setLeaving(person))}
        onClose={() => setAsked(null)}
      />
    </>
  )
}
