import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { describeDeviceFailure, formatDeviceName, addDevice as subscribeDevice } from '../../notices/browser.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Check, Field, Select } from '../../parts/field.tsx'
import { News } from '../../parts/notice.tsx'
import { useAction, useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Time } from '../../parts/time.tsx'
import { service } from '../../service.ts'
import { RECOVERY_WAIT_WORDS } from '../../sign-in/sign-in.ts'
import { sayRich } from '../../words/rich.tsx'
import { say } from '../../words/speak.ts'

/** Shows the Notices tab: whether notices are mailed, the quiet hours, and the devices that get push notices. */
export function Notices() {
  return (
    <div class="stack">
      <Times />
      <Devices />
    </div>
  )
}

type Settings = OutputOf<'getNotices'>

/** Turns mail notices on and off and sets quiet hours. */
function Times() {
  const { value, error, reload } = useRequest((signal) => service.getNotices({}, { signal }))
  return (
    <Card title={say('Notices')}>
      <p class="soft">
        {say(
          'When a site or an agent asks for your approval, we tell you who is asking. You see what for only on the page itself.',
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
  const [hours, setHours] = useState(() => createQuietHours(saved.quiet))
  const [isChecked, setChecked] = useState(false)
  const [news, setNews] = useState('')
  const { run, isBusy, error } = useAction()
  const errors = isQuiet ? checkHours(hours) : {}
  const save = async () => {
    await service.setNotices({ mail, quiet: isQuiet ? hours : null })
    setNews(say('Saved.'))
  }
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    setNews('')
    setChecked(true)
    if (Object.keys(errors).length === 0) run(save)
  }
  return (
    <form class="stack" noValidate onSubmit={handleSubmit}>
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
  const zones = listTimeZones(hours.time_zone)
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
          'During these hours we send you nothing, and we don’t catch up later. Requests expire after a few minutes; the asker can ask again.',
        )}
      </p>
    </fieldset>
  )
}

/** Quiet hours as entered in the form. */
type Hours = NonNullable<OutputOf<'getNotices'>['quiet']>

/** Returns the saved quiet hours, or if null, 22:00 to 07:00 in this browser's time zone. */
export function createQuietHours(saved: Hours | null): Hours {
  return saved ?? { from: '22:00', to: '07:00', time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}

/** Checks the quiet hours of the form. Returns the problems by field, or an empty object. */
export function checkHours({ from, to }: Hours): Partial<Record<'from' | 'to', string>> {
  if (from === '') return { from: say('Choose a time.') }
  if (to === '') return { to: say('Choose a time.') }
  return from === to ? { to: say('Choose a time that differs from the first.') } : {}
}

/** Lists the time zones that this browser knows. `chosen` is added in front if the browser doesn't list it. */
export function listTimeZones(chosen: string): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return known.includes(chosen) ? known : [chosen, ...known]
}

type Device = OutputOf<'listPushDevices'>['devices'][number]

// The ID of this device. The service never returns push endpoints, so they can't be used to recognize it.
const OWN_DEVICE = 'stillhere-notice-device'

/** Lists the devices that get push notices, and adds this one. */
function Devices() {
  const { value, error, reload } = useRequest((signal) => service.listPushDevices({}, { signal }))
  const { run, isBusy, error: refusal } = useAction()
  const [news, setNews] = useState('')
  const showNews = (text: string) => {
    setNews(text)
    reload()
  }
  const own = localStorage.getItem(OWN_DEVICE)
  const isListed = value?.devices.some(({ id }) => id === own) ?? false
  const isFull = value !== null && value.devices.length >= value.most
  return (
    <Card title={say('Devices')}>
      <p class="soft">{say('A device shows a notice as soon as someone asks, even when this page is closed.')}</p>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={2} />}
      {value?.devices.length === 0 ? <p class="soft">{say('No device gets notices yet.')}</p> : null}
      <ul class="node-list">
        {value?.devices.map((device) => (
          <DeviceItem key={device.id} device={device} isOwn={device.id === own} onRemoved={showNews} />
        ))}
      </ul>
      <Failure error={refusal} wordsFor={(one) => describeDeviceFailure(one, RECOVERY_WAIT_WORDS)} />
      <News text={news} of={value} />
      {isFull ? <p>{say('Ten devices get notices. Remove one to add another.')}</p> : null}
      {value && !isListed && !isFull ? (
        <p>
          <Button
            kind="quiet"
            busy={isBusy}
            onClick={() => run(addDevice, ({ name }) => showNews(say('You’ll get notices on {name}.', { name })))}
          >
            {say('Notify me on this device')}
          </Button>
        </p>
      ) : null}
    </Card>
  )
}

async function addDevice(): Promise<Device> {
  const subscription = await subscribeDevice(async () => (await service.getPushKey({})).public_key)
  const added = await service.addPushDevice({ ...subscription, name: formatDeviceName(navigator.userAgent) })
  localStorage.setItem(OWN_DEVICE, added.id)
  return added
}

type ItemProps = { device: Device; isOwn: boolean; onRemoved: (news: string) => void }

function DeviceItem({ device: { id, name, host, created_at, last_sent_at }, isOwn, onRemoved }: ItemProps) {
  const { run, isBusy, error } = useAction()
  const remove = () =>
    run(
      () => service.removePushDevice({ id }),
      () => onRemoved(say('{name} is removed.', { name })),
    )
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong>
          {isOwn ? ` ${say('(this device)')}` : null}
        </p>
        <p class="small soft">{say('Through {host}', { host })}</p>
        <p class="small soft">
          {last_sent_at === null
            ? sayRich('Added <added></added>, no notice yet', { added: () => <Time at={created_at} /> })
            : sayRich('Added <added></added>, last notice <sent></sent>', {
                added: () => <Time at={created_at} />,
                sent: () => <Time at={last_sent_at} />,
              })}
        </p>
        <Failure error={error} />
      </div>
      <Button kind="danger" busy={isBusy} onClick={remove}>
        {say('Remove')}
        <span class="unseen"> {name}</span>
      </Button>
    </li>
  )
}
