import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { describeAsker } from '../../ask/ask.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Check, Field, Select } from '../../parts/field.tsx'
import { News } from '../../parts/notice.tsx'
import { useAction, useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Time } from '../../parts/time.tsx'
import { service } from '../../service.ts'
import { sayRich } from '../../words/rich.tsx'
import { say, sayCount } from '../../words/speak.ts'
import { AllowForm, describeAskerFailure, LazyKeyIntroduction, SHARE_KEY } from './allow.tsx'
import { ConfirmRemoval } from './confirm-removal.tsx'

type AllowedAsker = OutputOf<'listAskers'>['askers'][number]

/** Lists the sites and agents that may ask for approvals, lets the person add, change and remove them, and sets the weakest method by which the person approves. */
export function Askers() {
  const { value, error, reload } = useRequest((signal) => service.listAskers({}, { signal }))
  const [news, setNews] = useState('')
  const showNews = (text: string) => {
    setNews(text)
    reload()
  }
  const [introducing, setIntroducing] = useState<AllowedAsker | null>(null)
  const handleAllowed = (one: AllowedAsker) => {
    showNews(say('{asker} may ask you now.', { asker: describeAsker(one.asker, say) }))
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
        {value ? <AskerList askers={value.askers} onChanged={showNews} onIntroduce={setIntroducing} /> : null}
        {value ? (
          <AllowForm askers={value.askers} wanted={null} onAllowed={handleAllowed} onIntroduce={setIntroducing} />
        ) : null}
      </Card>
      <Dialog title={say('Introduce a key')} open={introducing !== null} onClose={() => setIntroducing(null)}>
        {introducing ? (
          <LazyKeyIntroduction one={introducing} onDone={showNews} onClose={() => setIntroducing(null)} />
        ) : null}
      </Dialog>
      {value ? <LeastMethod saved={value.least_method} /> : null}
    </>
  )
}

type ShowNews = (news: string) => void

type ListProps = { askers: readonly AllowedAsker[]; onChanged: ShowNews; onIntroduce: (one: AllowedAsker) => void }

function AskerList({ askers, onChanged, onIntroduce }: ListProps) {
  const [changing, setChanging] = useState<AllowedAsker | null>(null)
  const [removing, setRemoving] = useState<AllowedAsker | null>(null)
  return (
    <>
      {askers.length === 0 ? <p>{say('No one can ask you yet.')}</p> : null}
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
        {changing ? <AskerForm one={changing} onClose={() => setChanging(null)} onDone={onChanged} /> : null}
      </Dialog>
      <Dialog title={say('Remove this asker?')} open={removing !== null} onClose={() => setRemoving(null)}>
        {removing ? <AskerRemoval one={removing} onClose={() => setRemoving(null)} onDone={onChanged} /> : null}
      </Dialog>
    </>
  )
}

type ItemProps = { one: AllowedAsker; onChange: () => void; onIntroduce: () => void; onRemove: () => void }

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
            {say('Its receipts carry the key that signed. Introduce your key so that it can recognize it.')}
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

type Method = OutputOf<'listAskers'>['least_method']

const METHODS: readonly { value: Method; label: string }[] = [
  { value: 'hand', label: say('A scan') },
  { value: 'passkey', label: say('My passkey alone, or a scan') },
  { value: 'tap', label: say('One press on a signed-in device, my passkey, or a scan') },
]

/** Sets the weakest method by which this person approves. */
function LeastMethod({ saved }: { saved: Method }) {
  const [method, setMethod] = useState(saved)
  const [news, setNews] = useState('')
  const { run, isBusy, error } = useAction()
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    setNews('')
    run(
      () => service.setLeastMethod({ method }),
      () => setNews(say('Saved.')),
    )
  }
  return (
    <Card title={say('How you approve')}>
      <p class="soft">
        {say(
          'The asker chooses the method, but nothing weaker than this. A program that gets into your session can press a button, too.',
        )}
      </p>
      <form class="stack" noValidate onSubmit={handleSubmit}>
        <Select
          label={say('I approve by')}
          value={method}
          onValue={(next) => setMethod(next as Method)}
          options={METHODS}
        />
        <Failure error={error} />
        <p>
          <Button type="submit" kind="quiet" busy={isBusy}>
            {say('Save')}
          </Button>
        </p>
        <News text={news} of={saved} />
      </form>
    </Card>
  )
}

type DialogProps = {
  one: OutputOf<'listAskers'>['askers'][number]
  onClose: () => void
  onDone: (news: string) => void
}

/** The form for an asker: its daily limit, whether it gets the person's key, and the name it knows them by. */
function AskerForm({ one: { asker, per_day, shares_key, shares_name }, onClose, onDone }: DialogProps) {
  const [text, setText] = useState(String(per_day))
  const [isWrong, setWrong] = useState(false)
  const [sharesKey, setSharesKey] = useState(shares_key)
  const [name, setName] = useState(shares_name ?? '')
  const { run, isBusy, error } = useAction()
  const perDay = parseDailyLimit(text)
  const saveAsker = async (next: number) => {
    const saved = await service.allowAsker({
      asker: asker.id,
      per_day: next,
      share_key: sharesKey,
      share_name: name.trim() === '' ? null : name.trim(),
    })
    onDone(
      sayCount(saved.per_day, '{name} may ask you once a day now.', '{name} may ask you {count} times a day now.', {
        name: asker.name,
      }),
    )
    onClose()
  }
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    setWrong(perDay === null)
    if (perDay !== null) run(() => saveAsker(perDay))
  }
  return (
    <form class="stack" noValidate onSubmit={handleSubmit}>
      <Field
        label={say('Times a day')}
        hint={say('{asker}. Days are in UTC.', { asker: describeAsker(asker, say) })}
        error={isWrong && perDay === null ? say('Give a number from 1 to 100.') : undefined}
        autoComplete="off"
        inputMode="numeric"
        value={text}
        onValue={setText}
      />
      <Field
        label={say('Your name for {name}', { name: asker.name })}
        hint={say('Optional. It gets this name with each approval, and no one checks it.')}
        autoComplete="name"
        maxLength={100}
        value={name}
        onValue={setName}
      />
      <Check label={SHARE_KEY} checked={sharesKey} onChecked={setSharesKey} />
      <Failure error={error} wordsFor={describeAskerFailure} />
      <p class="row">
        <Button type="submit" busy={isBusy}>
          {say('Save')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {sayCount(per_day, 'Keep one a day', 'Keep {count} a day')}
        </Button>
      </p>
    </form>
  )
}

/** Asks for confirmation before an asker is removed. */
function AskerRemoval({ one: { asker }, onClose, onDone }: DialogProps) {
  const remove = async () => {
    await service.removeAsker({ asker: asker.id })
    onDone(say('{name} can no longer ask you. Its open requests are denied.', { name: asker.name }))
  }
  return (
    <ConfirmRemoval label={say('Remove and deny')} remove={remove} onClose={onClose} wordsFor={describeAskerFailure}>
      <p>
        {say(
          '{asker} can no longer ask you for anything. Open requests are denied, and approvals it hasn’t used yet stop working. Receipts it already has stay valid.',
          { asker: describeAsker(asker, say) },
        )}
      </p>
    </ConfirmRemoval>
  )
}

const MOST_PER_DAY = 100

/** Parses how often an asker may ask per day, from 1 to 100. Returns null for anything else. */
export function parseDailyLimit(text: string): number | null {
  const perDay = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return perDay >= 1 && perDay <= MOST_PER_DAY ? perDay : null
}
