import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { subscribeDevice } from '../../../notices/browser.ts'
import { nameDevice } from '../../../notices/device-name.ts'
import { describeDeviceFailure } from '../../../notices/words.ts'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { News } from '../../../parts/news.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { Time } from '../../../parts/time.tsx'
import { service } from '../../../service.ts'
import { RECOVERY_WAIT_WORDS } from '../../../sign-in/recovery-wait.ts'
import { sayRich } from '../../../words/rich.tsx'
import { say } from '../../../words/speak.ts'

type Device = OutputOf<'listPushDevices'>['devices'][number]

// Which of the devices is this one. The service never tells where a device is reached, by which it could be found.
const OWN_DEVICE = 'stillhere-notice-device'

/** The devices that one is told on, and the way to have this one among them. */
export function Devices() {
  const { value, error, reload } = useRequest((signal) => service.listPushDevices({}, { signal }))
  const { run, isBusy, error: refusal } = useAction()
  const [news, setNews] = useState('')
  const tell = (text: string) => {
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
          <DeviceItem key={device.id} device={device} isOwn={device.id === own} onRemoved={tell} />
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
            onClick={() => run(addDevice, ({ name }) => tell(say('You’ll get notices on {name}.', { name })))}
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
  const added = await service.addPushDevice({ ...subscription, name: nameDevice(navigator.userAgent) })
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
