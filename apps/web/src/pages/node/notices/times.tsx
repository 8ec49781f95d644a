import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Check, Field, Select } from '../../../parts/field.tsx'
import { News } from '../../../parts/news.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { service } from '../../../service.ts'
import { say } from '../../../words/speak.ts'
import { findHourErrors, type Hours, listZones, startHours } from './hours.ts'

type Settings = OutputOf<'getNotices'>

/** Whether mails are sent, and the hours at which nobody is told anything. */
export function Times() {
  const { value, error, reload } = useRequest((signal) => service.getNotices({}, { signal }))
  return (
    <Card title={say('Notices')}>
      <p class="soft">
        {say(
          'When a site or an agent asks for your approval, we tell you who asks. What for, you only see on the page itself.',
        )}
      </p>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={3} />}
      {value ? <TimesForm saved={value} /> : null}
    </Card>
  )
}

function TimesForm({ saved }: { saved: Settings }) {
  const [mail, setMail] = useState(saved.mail)
  const [isQuiet, setQuiet] = useState(saved.quiet !== null)
  const [hours, setHours] = useState(() => startHours(saved.quiet))
  const [isChecked, setChecked] = useState(false)
  const [news, setNews] = useState('')
  const { run, isBusy, error } = useAction()
  const errors = isQuiet ? findHourErrors(hours) : {}
  const save = async () => {
    await service.setNotices({ mail, quiet: isQuiet ? hours : null })
    setNews(say('Saved.'))
  }
  const submit = (event: Event) => {
    event.preventDefault()
    setNews('')
    setChecked(true)
    if (Object.keys(errors).length === 0) run(save)
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <div>
        <Check label={say('Email me')} checked={mail} onChecked={setMail} />
        <Check label={say('Keep quiet at certain hours')} checked={isQuiet} onChecked={setQuiet} />
      </div>
      {isQuiet ? <HourFields hours={hours} onHours={setHours} errors={isChecked ? errors : {}} /> : null}
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy}>
          {say('Save')}
        </Button>
      </p>
      <News text={news} of={saved} />
    </form>
  )
}

type HourFieldsProps = { hours: Hours; onHours: (hours: Hours) => void; errors: Partial<Record<keyof Hours, string>> }

function HourFields({ hours, onHours, errors }: HourFieldsProps) {
  const zones = listZones(hours.time_zone)
  return (
    <fieldset class="node-hours stack">
      <legend class="unseen">{say('Quiet hours')}</legend>
      <div class="node-hours-times">
        <Field
          type="time"
          label={say('From')}
          value={hours.from}
          error={errors.from}
          onValue={(from) => onHours({ ...hours, from })}
        />
        <Field
          type="time"
          label={say('To')}
          value={hours.to}
          error={errors.to}
          onValue={(to) => onHours({ ...hours, to })}
        />
      </div>
      <Select
        label={say('Time zone')}
        value={hours.time_zone}
        options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        onValue={(zone) => onHours({ ...hours, time_zone: zone })}
      />
      <p class="small soft">
        {say(
          'During these hours we send you nothing, and nothing is sent later. Requests expire after a few minutes; whoever asked may ask again.',
        )}
      </p>
    </fieldset>
  )
}
