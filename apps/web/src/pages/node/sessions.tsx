import type { InputOf, OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button, CopyField } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Check, Field } from '../../parts/field.tsx'
import { News } from '../../parts/notice.tsx'
import { useAction, useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { ExactTime, HourTime, Time } from '../../parts/time.tsx'
import { service } from '../../service.ts'
import { signOut } from '../../sign-in/sign-in.ts'
import { sayRich } from '../../words/rich.tsx'
import { say, sayCount } from '../../words/speak.ts'

/** Lists every browser and program that is signed in to the node, and signs them out on request. */
export function Sessions() {
  const { value, error, reload } = useRequest((signal) => service.listTokens({}, { signal }))
  const { run, isBusy, error: refusal } = useAction()
  const [news, setNews] = useState('')
  const [renaming, setRenaming] = useState<SignedInClient | null>(null)
  const showNews = (text: string) => {
    setNews(text)
    reload()
  }
  const revokeSession = async (one: SignedInClient) => {
    if (one.current) return signOut()
    await service.revokeToken({ id: one.id })
    return showNews(one.scopes ? SESSION_WORDS.ended(formatName(one)) : SESSION_WORDS.signedOut(formatName(one)))
  }
  const revokeOtherSessions = async () =>
    showNews(SESSION_WORDS.othersSignedOut((await service.endOtherSessions({})).ended))
  return (
    <Card title={SESSION_WORDS.title}>
      <p class="soft">{SESSION_WORDS.lead}</p>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={3} />}
      <ul class="node-list">
        {value?.tokens.map((one) => (
          <Item
            key={one.id}
            one={one}
            isBusy={isBusy}
            onEnd={() => run(() => revokeSession(one))}
            onRename={() => setRenaming(one)}
          />
        ))}
      </ul>
      <Failure error={refusal} />
      <News text={news} of={value} />
      {value ? <TokenDialog onMade={reload} /> : null}
      {value && value.tokens.length > 1 ? (
        <p>
          <Button kind="danger" busy={isBusy} onClick={() => run(revokeOtherSessions)}>
            {SESSION_WORDS.signOutOthers}
          </Button>
        </p>
      ) : null}
      <Dialog title={SESSION_WORDS.renameTitle} open={renaming !== null} onClose={() => setRenaming(null)}>
        {renaming ? <SessionNameForm one={renaming} onClose={() => setRenaming(null)} onDone={showNews} /> : null}
      </Dialog>
    </Card>
  )
}

type ItemProps = { one: SignedInClient; isBusy: boolean; onEnd: () => void; onRename: () => void }

function Item({ one, isBusy, onEnd, onRename }: ItemProps) {
  const name = formatName(one)
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong>{' '}
          {one.current ? <span class="node-state node-state-good">{SESSION_WORDS.thisDevice}</span> : null}
        </p>
        {one.scopes ? <p class="small soft">{describeScopes(one.scopes)}</p> : null}
        <Times one={one} />
        {Date.parse(one.waits_until ?? '') > Date.now() ? <RecoveryWait until={one.waits_until} /> : null}
      </div>
      <p class="row">
        {one.device_name === null ? null : (
          <Button kind="quiet" onClick={onRename}>
            {SESSION_WORDS.rename}
            <span class="unseen"> {name}</span>
          </Button>
        )}
        <Button kind="danger" busy={isBusy} onClick={onEnd}>
          {one.scopes ? SESSION_WORDS.end : SESSION_WORDS.signOut}
          <span class="unseen"> {name}</span>
        </Button>
      </p>
    </li>
  )
}

function Times({ one: { created_at, last_used_at, expires_at, scopes } }: { one: SignedInClient }) {
  return (
    <p class="small soft">
      {scopes
        ? sayRich('Created <time></time>', { time: () => <Time at={created_at} /> })
        : sayRich('Signed in <time></time>', { time: () => <Time at={created_at} /> })}
      {last_used_at === null
        ? say(', never used')
        : sayRich(', last used <time></time>', { time: () => <HourTime at={last_used_at} /> })}
      {expires_at === null ? null : sayRich(', until <time></time>', { time: () => <Time at={expires_at} /> })}
    </p>
  )
}

/** Says that a session was opened by a recovery code, and until when it is limited. */
function RecoveryWait({ until }: { until: string | null }) {
  return (
    <p class="small">
      {sayRich(
        'Signed in with a recovery code. Until <time></time> it can add nothing that lasts, such as a passkey or a token.',
        { time: () => <ExactTime at={until ?? ''} /> },
      )}
    </p>
  )
}

function formatName({ id, name, device_name }: SignedInClient): string {
  return device_name ?? name ?? SESSION_WORDS.program(id)
}

/** A browser or a program that is signed in. */
type SignedInClient = OutputOf<'listTokens'>['tokens'][number]

type RenameSessionProps = { one: SignedInClient; onClose: () => void; onDone: (news: string) => void }

/** The form that renames a device. */
function SessionNameForm({ one: { id, device_name }, onClose, onDone }: RenameSessionProps) {
  const [name, setName] = useState(device_name ?? '')
  const { run, isBusy, error } = useAction()
  const saveName = async () => {
    await service.renameSession({ id, device_name: name.trim() })
    onClose()
    onDone(SESSION_WORDS.renamed(name.trim()))
  }
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    run(saveName)
  }
  return (
    <form class="stack" noValidate onSubmit={handleSubmit}>
      <Field
        label={SESSION_WORDS.name}
        hint={SESSION_WORDS.nameHint}
        autoComplete="off"
        maxLength={64}
        value={name}
        onValue={setName}
      />
      <Failure error={error} />
      <p class="row">
        <Button type="submit" busy={isBusy} disabled={name.trim() === ''}>
          {SESSION_WORDS.save}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {SESSION_WORDS.cancel}
        </Button>
      </p>
    </form>
  )
}

type Scope = InputOf<'makeToken'>['scopes'][number]
type MadeToken = OutputOf<'makeToken'>

const SCOPE_WORDS = {
  read: say('Read what your node has'),
  scan: say('Scan'),
  entropy: say('Record points'),
} as const

const SCOPES = Object.keys(SCOPE_WORDS) as Scope[]

/** Creates a token for a program and shows it once. */
function TokenDialog({ onMade }: { onMade: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<MadeToken | null>(null)
  const close = () => {
    setOpen(false)
    setMade(null)
  }
  const handleCreated = (token: MadeToken) => {
    setMade(token)
    onMade()
  }
  return (
    <>
      <p>
        <Button kind="quiet" onClick={() => setOpen(true)}>
          {TOKEN_WORDS.open}
        </Button>
      </p>
      <Dialog title={made ? TOKEN_WORDS.made(made.name) : TOKEN_WORDS.title} open={isOpen} onClose={close}>
        {made ? (
          <div class="stack">
            <p>{TOKEN_WORDS.keep}</p>
            <CopyField label={TOKEN_WORDS.token} value={made.node_token} />
            <p>
              <Button onClick={close}>{TOKEN_WORDS.done}</Button>
            </p>
          </div>
        ) : isOpen ? (
          <TokenForm onMade={handleCreated} />
        ) : null}
      </Dialog>
    </>
  )
}

function TokenForm({ onMade }: { onMade: (made: MadeToken) => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(['read'])
  const { run, isBusy, error } = useAction()
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    run(() => service.makeToken({ name: name.trim(), scopes: [...scopes] }), onMade)
  }
  return (
    <form class="stack" noValidate onSubmit={handleSubmit}>
      <p>{TOKEN_WORDS.lead}</p>
      <Field
        label={TOKEN_WORDS.name}
        hint={TOKEN_WORDS.nameHint}
        autoComplete="off"
        maxLength={64}
        value={name}
        onValue={setName}
      />
      <fieldset class="stack">
        <legend>{TOKEN_WORDS.scopes}</legend>
        {SCOPES.map((scope) => (
          <Check
            key={scope}
            label={SCOPE_WORDS[scope]}
            checked={scopes.includes(scope)}
            onChecked={(isOn) => setScopes(SCOPES.filter((one) => (one === scope ? isOn : scopes.includes(one))))}
          />
        ))}
      </fieldset>
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy} disabled={name.trim() === '' || scopes.length === 0}>
          {TOKEN_WORDS.make}
        </Button>
      </p>
    </form>
  )
}

/** The texts of the list. */
const SESSION_WORDS = {
  end: say('End'),
  ended: (name: string) => say('{name} has ended.', { name }),
  title: say('Where you’re signed in'),
  lead: say('A browser stays signed in for 30 days. Sign out anything you don’t recognize.'),
  thisDevice: say('This device'),
  program: (id: string) => say('Program (token {id})', { id }),
  signOut: say('Sign out'),
  signedOut: (name: string) => say('{name} is signed out.', { name }),
  signOutOthers: say('Sign out everywhere else'),
  othersSignedOut: (count: number) => sayCount(count, 'One other is signed out.', '{count} others are signed out.'),
  rename: say('Rename'),
  renameTitle: say('Rename this device'),
  renamed: (name: string) => say('It’s called {name} now.', { name }),
  name: say('Name of the device'),
  nameHint: say('Only you see it.'),
  save: say('Save'),
  cancel: say('Cancel'),
} as const

/** Returns what a program may do, in one line. */
function describeScopes(scopes: readonly (keyof typeof SCOPE_WORDS)[]): string {
  return scopes.map((scope) => SCOPE_WORDS[scope]).join(' · ')
}

const TOKEN_WORDS = {
  open: say('Create a token for a program…'),
  title: say('Create a token for a program'),
  lead: say(
    'A program can use your node with it until you end it. It can never add passkeys or wallets, export or erase.',
  ),
  name: say('Name of the program'),
  nameHint: say('Only you see it, for example “home server”.'),
  scopes: say('It may'),
  make: say('Create the token'),
  made: (name: string) => say('The token for {name}', { name }),
  keep: say('Copy it now. We show it only this once.'),
  token: say('Token'),
  done: say('I copied it'),
} as const
