import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field } from '../../parts/field.tsx'
import { News, Notice } from '../../parts/notice.tsx'
import { useAction, useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { HourTime, Time } from '../../parts/time.tsx'
import { AddPasskey, AddSecurityKey } from '../../passkeys/add-passkey.tsx'
import { describeKind, SECURITY_KEY_WORDS as KEY_WORDS } from '../../passkeys/words.ts'
import { service } from '../../service.ts'
import { sayRich } from '../../words/rich.tsx'
import { say } from '../../words/speak.ts'
import { ConfirmRemoval } from './confirm-removal.tsx'

type List = OutputOf<'listPasskeys'>
type Passkey = List['passkeys'][number]

/** Lists the passkeys of the node, and lets the person add, rename and remove them. */
export function Passkeys() {
  const { value, error, reload } = useRequest((signal) => service.listPasskeys({}, { signal }))
  const [news, setNews] = useState('')
  const showNews = (text: string) => {
    setNews(text)
    reload()
  }
  const handleAdded = (name: string) => showNews(say('The passkey “{name}” is added.', { name }))
  return (
    <Card title={say('Passkeys')}>
      <p class="soft">
        {say(
          'With a passkey, a device you unlock with a PIN, fingerprint or face signs your scans. Add two, on two devices, so you still have one if you lose a device.',
        )}
      </p>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={2} />}
      {value ? <PasskeyList list={value} onChanged={showNews} /> : null}
      <News text={news} of={value} />
      {value && value.passkeys.length < value.most ? (
        <>
          <AddPasskey onAdded={handleAdded} />
          {value.accepts_attested ? (
            <>
              <h3>{KEY_WORDS.title}</h3>
              <p>{KEY_WORDS.why}</p>
              <AddSecurityKey onAdded={handleAdded} />
            </>
          ) : null}
        </>
      ) : null}
    </Card>
  )
}

function PasskeyList({ list: { passkeys, recommended, most }, onChanged }: { list: List; onChanged: ShowNews }) {
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const usable = passkeys.filter(({ suspected_clone }) => !suspected_clone).length
  return (
    <>
      {passkeys.length === 0 ? <p class="soft">{say('Your node has no passkey yet.')}</p> : null}
      <ul class="node-list">
        {passkeys.map((passkey) => (
          <PasskeyItem
            key={passkey.id}
            passkey={passkey}
            onRename={() => setRenaming(passkey)}
            onRemove={() => setRemoving(passkey)}
          />
        ))}
      </ul>
      {passkeys.length > 0 && usable < recommended ? (
        <Notice title={say('Add a second passkey on another device.')}>
          {say('If you lose the first one, you still have it.')}
        </Notice>
      ) : null}
      {passkeys.length >= most ? <p>{say('Your node has ten passkeys. Remove one to add another.')}</p> : null}
      <Dialog title={say('Rename this passkey')} open={renaming !== null} onClose={() => setRenaming(null)}>
        {renaming ? <PasskeyNameForm passkey={renaming} onClose={() => setRenaming(null)} onDone={onChanged} /> : null}
      </Dialog>
      <Dialog title={say('Remove this passkey?')} open={removing !== null} onClose={() => setRemoving(null)}>
        {removing ? <PasskeyRemoval passkey={removing} onClose={() => setRemoving(null)} onDone={onChanged} /> : null}
      </Dialog>
    </>
  )
}

type ShowNews = (news: string) => void
type ItemProps = { passkey: Passkey; onRename: () => void; onRemove: () => void }

function PasskeyItem({ passkey, onRename, onRemove }: ItemProps) {
  const { name, created_at, last_used_at, thumbprint } = passkey
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        <p class={passkey.suspected_clone ? 'small node-passkey-closed' : 'small soft'}>{describeKind(passkey)}</p>
        <p class="small soft">
          {last_used_at === null
            ? sayRich('Added <added></added>, not used yet', { added: () => <Time at={created_at} /> })
            : sayRich('Added <added></added>, last used <used></used>', {
                added: () => <Time at={created_at} />,
                used: () => <HourTime at={last_used_at} />,
              })}
        </p>
        {thumbprint === null ? null : (
          <p class="small soft">
            {say('Key, for those you share it with:')} <code>{thumbprint}</code>
          </p>
        )}
      </div>
      <p class="row">
        <Button kind="quiet" onClick={onRename}>
          {say('Rename')}
          <span class="unseen"> {name}</span>
        </Button>
        <Button kind="danger" onClick={onRemove}>
          {say('Remove')}
          <span class="unseen"> {name}</span>
        </Button>
      </p>
    </li>
  )
}

type DialogProps = {
  passkey: OutputOf<'listPasskeys'>['passkeys'][number]
  onClose: () => void
  onDone: (news: string) => void
}

/** The form that renames a passkey. */
function PasskeyNameForm({ passkey, onClose, onDone }: DialogProps) {
  const [name, setName] = useState(passkey.name)
  const { run, isBusy, error } = useAction()
  const saveName = async () => {
    const renamed = await service.renamePasskey({ id: passkey.id, name: name.trim() })
    onDone(say('The passkey is called “{name}” now.', { name: renamed.name }))
    onClose()
  }
  const [isBlank, setBlank] = useState(false)
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    setBlank(name.trim() === '')
    if (name.trim() !== '') run(saveName)
  }
  return (
    <form class="stack" noValidate onSubmit={handleSubmit}>
      <Field
        label={say('New name')}
        error={isBlank && name.trim() === '' ? say('Give it a name.') : undefined}
        autoComplete="off"
        maxLength={64}
        value={name}
        onValue={setName}
      />
      <Failure error={error} />
      <p class="row">
        <Button type="submit" busy={isBusy}>
          {say('Save the name')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {say('Keep the old one')}
        </Button>
      </p>
    </form>
  )
}

/** Asks for confirmation before a passkey is removed. */
function PasskeyRemoval({ passkey, onClose, onDone }: DialogProps) {
  const remove = async () => {
    await service.removePasskey({ id: passkey.id })
    onDone(say('The passkey “{name}” is removed.', { name: passkey.name }))
  }
  return (
    <ConfirmRemoval label={say('Remove the passkey')} remove={remove} onClose={onClose}>
      <p>
        {say(
          '“{name}” will no longer sign your scans. The device may still list it, so delete it there, too. To add a passkey again, you need a code from your email.',
          { name: passkey.name },
        )}
      </p>
    </ConfirmRemoval>
  )
}
