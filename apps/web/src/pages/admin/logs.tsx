import './logs.css'
import type { Client, InputOf, OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Card, Empty } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { formatMoment, say } from '../../words/speak.ts'

type Line = OutputOf<'listLogs'>['lines'][number]
type Level = NonNullable<InputOf<'listLogs'>['level']>

const REFRESH_MS = 5000
const TO_THE_SECOND = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const

/** Shows the Logs tab: the last lines of the log, filtered by level and text. */
export function LogsTab({ admin }: { admin: Client }) {
  const [level, setLevel] = useState<Level>('debug')
  const [text, setText] = useState('')
  const { value, error, reload } = useRequest((signal) => admin.listLogs({ level, text: text.trim() }, { signal }), {
    deps: [level, text],
    refreshMs: REFRESH_MS,
  })
  return (
    <Card title={WORDS.title}>
      <div class="admin-log-find">
        <Select label={WORDS.level} options={WORDS.levels} value={level} onValue={(next) => setLevel(next as Level)} />
        <Field label={WORDS.text} type="search" hint={WORDS.hint} maxLength={100} value={text} onValue={setText} />
      </div>
      <Failure error={error} onRetry={reload} />
      {value ? <Lines lines={value.lines} /> : error ? null : <Skeleton lines={10} />}
      <p class="small soft admin-measure">{WORDS.about}</p>
    </Card>
  )
}

function Lines({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return <Empty title={WORDS.none}>{WORDS.noneAdvice}</Empty>
  return (
    <ol class="admin-log" aria-label={WORDS.list}>
      {lines.map(({ at, level, text }, index) => (
        <li key={`${at}-${index}`} class={`admin-log-${level}`}>
          <time dateTime={at}>{formatMoment(at, TO_THE_SECOND)}</time>
          <span class="admin-log-level">{level}</span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}

/** The texts of the Logs tab. */
const WORDS = {
  title: say('Logs'),
  level: say('Severity'),
  levels: [
    { value: 'debug', label: say('Everything') },
    { value: 'warn', label: say('Warnings and errors') },
    { value: 'error', label: say('Errors') },
  ],
  text: say('Contains'),
  hint: say('Part of a route, status or message.'),
  none: say('No lines.'),
  noneAdvice: say('Nothing recent matches.'),
  list: say('Log, newest first'),
  about: say(
    'The last 500 lines of the process that answered; pages and files served without a problem are left out. No email addresses, network addresses or secrets. For older lines, see where the service writes its log.',
  ),
} as const
