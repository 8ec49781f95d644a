import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Check, Select } from '../../../parts/field.tsx'
import { News } from '../../../parts/news.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { service } from '../../../service.ts'
import { REMINDER_WORDS as WORDS } from './reminder-words.ts'

type Saved = OutputOf<'getNotices'>['reminder']

// After work, and early enough for a scan before midnight UTC in most places.
const USUAL = '18:00'
const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

/** Whether, and at which hour, devices remind of a streak that ends. */
export function Reminder() {
  const { value, error, reload } = useRequest((signal) => service.getNotices({}, { signal }))
  return (
    <Card title={WORDS.title}>
      <p class="soft">{WORDS.lead}</p>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={2} />}
      {value ? <ReminderForm saved={value.reminder} /> : null}
    </Card>
  )
}

function ReminderForm({ saved }: { saved: Saved }) {
  const [isWanted, setWanted] = useState(saved !== null)
  const [at, setAt] = useState(saved?.at ?? USUAL)
  const [news, setNews] = useState('')
  const { run, isBusy, error } = useAction()
  const zone = saved?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const save = async () => {
    await service.setReminder({ reminder: isWanted ? { at, time_zone: zone } : null })
    setNews(isWanted ? WORDS.on : WORDS.off)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    setNews('')
    run(save)
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <Check label={WORDS.wanted} checked={isWanted} onChecked={setWanted} />
      {isWanted ? (
        <>
          <Select
            label={WORDS.at}
            value={at}
            options={HOURS.map((hour) => ({ value: hour, label: hour }))}
            onValue={setAt}
          />
          <p class="small soft">
            {WORDS.zone(zone)} {WORDS.devices}
          </p>
        </>
      ) : null}
      <Failure error={error} />
      <p>
        <Button type="submit" kind="quiet" busy={isBusy}>
          {WORDS.save}
        </Button>
      </p>
      <News text={news} of={saved} />
    </form>
  )
}
