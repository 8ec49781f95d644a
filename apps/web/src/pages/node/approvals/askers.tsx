import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { describeAsker } from '../../../ask/ask.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { News } from '../../../parts/news.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { Time } from '../../../parts/time.tsx'
import { service } from '../../../service.ts'
import { sayRich } from '../../../words/rich.tsx'
import { say } from '../../../words/speak.ts'
import { AllowForm } from './allow-form.tsx'
import { ChangeAsker, RemoveAsker } from './asker-dialogs.tsx'
import { IntroduceKey } from './introduce-later.tsx'
import { LeastMethod } from './least-method.tsx'

type Allowed = OutputOf<'listAskers'>['askers'][number]

/** Who may ask the node for approvals, how often, and the way to more. */
export function Askers() {
  const { value, error, reload } = useRequest((signal) => service.listAskers({}, { signal }))
  const [news, setNews] = useState('')
  const tell = (text: string) => {
    setNews(text)
    reload()
  }
  const [introducing, setIntroducing] = useState<Allowed | null>(null)
  const onAllowed = (one: Allowed) => {
    tell(say('{asker} may ask you now.', { asker: describeAsker(one.asker, say) }))
    if (one.shares_key) setIntroducing(one)
  }
  return (
    <>
      <Card title={say('Who may ask')}>
        <p class="soft">
          {say(
            'Only these sites and agents, and agents you operate, can ask you to approve something. Asking allows nothing: you decide each time.',
          )}
        </p>
        <Failure error={error} onRetry={reload} />
        {value || error ? null : <Skeleton lines={2} />}
        <News text={news} of={value} />
        {value ? <AskerList askers={value.askers} onChanged={tell} onIntroduce={setIntroducing} /> : null}
        {value ? (
          <AllowForm askers={value.askers} wanted={null} onAllowed={onAllowed} onIntroduce={setIntroducing} />
        ) : null}
      </Card>
      <Dialog title={say('Introduce a key')} open={introducing !== null} onClose={() => setIntroducing(null)}>
        {introducing ? <IntroduceKey one={introducing} onDone={tell} onClose={() => setIntroducing(null)} /> : null}
      </Dialog>
      {value ? <LeastMethod saved={value.least_method} /> : null}
    </>
  )
}

type Tell = (news: string) => void

type ListProps = { askers: readonly Allowed[]; onChanged: Tell; onIntroduce: (one: Allowed) => void }

function AskerList({ askers, onChanged, onIntroduce }: ListProps) {
  const [changing, setChanging] = useState<Allowed | null>(null)
  const [removing, setRemoving] = useState<Allowed | null>(null)
  return (
    <>
      {askers.length === 0 ? <p>{say('Nobody may ask you yet.')}</p> : null}
      <ul class="node-list">
        {askers.map((one) => (
          <AskerItem
            key={one.asker.id}
            one={one}
            onChange={() => setChanging(one)}
            onIntroduce={() => onIntroduce(one)}
            onRemove={() => setRemoving(one)}
          />
        ))}
      </ul>
      <Dialog
        title={say('How often may it ask, and what does it get?')}
        open={changing !== null}
        onClose={() => setChanging(null)}
      >
        {changing ? <ChangeAsker one={changing} onClose={() => setChanging(null)} onDone={onChanged} /> : null}
      </Dialog>
      <Dialog title={say('Let it ask no more?')} open={removing !== null} onClose={() => setRemoving(null)}>
        {removing ? <RemoveAsker one={removing} onClose={() => setRemoving(null)} onDone={onChanged} /> : null}
      </Dialog>
    </>
  )
}

type ItemProps = { one: Allowed; onChange: () => void; onIntroduce: () => void; onRemove: () => void }

function AskerItem({ one, onChange, onIntroduce, onRemove }: ItemProps) {
  const { asker, allowed_at, per_day, asked_today, shares_key, known_key, shares_name } = one
  return (
    <li>
      <div>
        <p>
          <strong>{describeAsker(asker, say)}</strong>
        </p>
        <p class="small soft">
          <code>{asker.id}</code>
        </p>
        <p class="small soft">
          {sayRich(
            'Asked {asked} of {most} times today, allowed <time></time>',
            { time: () => <Time at={allowed_at} /> },
            { asked: asked_today, most: per_day },
          )}
        </p>
        {known_key ? (
          <p class="small soft">
            {sayRich('It knows your key <code></code> since <time></time>', {
              code: () => <code>{known_key.thumbprint}</code>,
              time: () => <Time at={known_key.since} />,
            })}
          </p>
        ) : shares_key ? (
          <p class="small soft">
            {say('Its receipts carry the key that signed. Introduce one, so that it knows yours.')}
          </p>
        ) : null}
        {shares_name === null ? null : (
          <p class="small soft">{say('It knows you as “{name}”.', { name: shares_name })}</p>
        )}
      </div>
      <p class="row">
        <Button kind="quiet" onClick={onChange}>
          {say('Change')}
          <span class="unseen"> {say('how often {name} may ask', { name: asker.name })}</span>
        </Button>
        <Button kind="quiet" onClick={onIntroduce}>
          {known_key ? say('Another key') : say('Introduce a key')}
          <span class="unseen"> {say('to {name}', { name: asker.name })}</span>
        </Button>
        <Button kind="danger" onClick={onRemove}>
          {say('Remove')}
          <span class="unseen"> {asker.name}</span>
        </Button>
      </p>
    </li>
  )
}
