import { type OutputOf, ProblemError } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { saveFile } from '../../parts/browser.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field } from '../../parts/field.tsx'
import { News, Notice } from '../../parts/notice.tsx'
import { useAction, useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Time } from '../../parts/time.tsx'
import { service } from '../../service.ts'
import { updateEnrollmentHandle } from '../../session/enrollment-store.ts'
import { saveSession, type Session, session } from '../../session/session.ts'
import { formatShortAddress } from '../../wallet/sign-in.ts'
import { BindWallet } from '../../wallet/signer.tsx'
import { sayRich } from '../../words/rich.tsx'
import { say, sayCount } from '../../words/speak.ts'
import { ConfirmRemoval } from './confirm-removal.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'

/** Shows the Access tab: the handle, sessions, passkeys, recovery codes and wallets of the node, and changes them. */
export function Access({ who }: { who: Session }) {
  return (
    <div class="stack">
      <Handle who={who} />
      <Sessions key={who.email} />
      <Passkeys />
      <RecoveryCodes />
      <Wallets />
    </div>
  )
}

/** Changes the handle, the only name others see. */
function Handle({ who }: { who: Session }) {
  const [text, setText] = useState(who.nodeHandle)
  const [news, setNews] = useState('')
  const { run, isBusy, error } = useAction()
  const words = describeRefusal(error)
  const saveHandle = async () => {
    setNews('')
    const { node_handle } = await service.renameNode({ node_handle: text.trim() })
    const now = session.peek()
    // A person who has signed out in the meantime stays signed out.
    if (now?.email === who.email) saveSession({ ...now, nodeHandle: node_handle })
    updateEnrollmentHandle(who.nodeHandle, node_handle)
    setText(node_handle)
    setNews(say('Your handle is {handle} now.', { handle: node_handle }))
  }
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    run(saveHandle)
  }
  return (
    <Card title={say('Handle')}>
      <form class="stack" noValidate onSubmit={handleSubmit}>
        <Field
          label={say('Handle of your node')}
          hint={say(
            'The name others see: up to 40 letters and digits of one script, with spaces or - _ . between them. Leave it blank for a random one.',
          )}
          error={words}
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          maxLength={64}
          value={text}
          onValue={setText}
        />
        {error && words === undefined ? <Failure error={error} /> : null}
        <p class="row">
          <Button kind="quiet" type="submit" busy={isBusy}>
            {say('Change the handle')}
          </Button>
          <span role="status">{news}</span>
        </p>
      </form>
    </Card>
  )
}

function describeRefusal(error: unknown): string | undefined {
  if (!(error instanceof ProblemError)) return undefined
  if (error.code === 'HANDLE_TAKEN')
    return say('Another node has this handle, or one that looks like it. Choose a different one.')
  if (error.code !== 'INVALID_REQUEST') return undefined
  return say('Use 3 to 40 letters and digits of one script, with single spaces or - _ . between them.')
}

/** Shows how many recovery codes are left, and creates new ones. */
function RecoveryCodes() {
  const { value, error, reload } = useRequest((signal) => service.getRecoveryCodes({}, { signal }))
  const [codes, setCodes] = useState<string[] | null>(null)
  const { run, isBusy, error: refusal } = useAction()
  const createCodes = async () => {
    setCodes((await service.makeRecoveryCodes()).codes)
    reload()
  }
  return (
    <Card title={RECOVERY_WORDS.title}>
      <p class="soft">{RECOVERY_WORDS.lead}</p>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={2} />}
      {value ? <p>{RECOVERY_WORDS.left(value.left, value.made_at !== null)}</p> : null}
      {value?.left === 1 ? <Notice title={RECOVERY_WORDS.tooFew}>{RECOVERY_WORDS.tooFewAdvice}</Notice> : null}
      {codes ? <Codes codes={codes} onDone={() => setCodes(null)} /> : null}
      {value && !codes ? (
        <>
          <Failure error={refusal} />
          <p>
            <Button kind="quiet" busy={isBusy} onClick={() => run(createCodes)}>
              {RECOVERY_WORDS.make(value.made_at !== null)}
            </Button>
          </p>
        </>
      ) : null}
    </Card>
  )
}

function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div class="stack">
      <Notice kind="good" title={RECOVERY_WORDS.made} live>
        <p>{RECOVERY_WORDS.keep}</p>
      </Notice>
      <ul class="node-codes figures">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p class="row">
        <Button onClick={() => saveFile(RECOVERY_WORDS.file, `${codes.join('\n')}\n`, 'text/plain')}>
          {RECOVERY_WORDS.save}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {RECOVERY_WORDS.done}
        </Button>
      </p>
    </div>
  )
}

/** The texts of the recovery codes. */
const RECOVERY_WORDS = {
  title: say('Recovery codes'),
  lead: say(
    'Ten codes to sign in with if you lose your email, passkeys and wallet. Each works once. Adding anything that lasts takes two of them, a day apart. Keep them on paper.',
  ),
  left: (count: number, wasMade: boolean) => {
    if (!wasMade) return say('You have no recovery codes yet.')
    return sayCount(count, 'One recovery code is left.', '{count} recovery codes are left.')
  },
  tooFew: say('One code only signs you in.'),
  tooFewAdvice: say(
    'With it alone you could never add a passkey again. Make new codes while you can sign in another way.',
  ),
  make: (wasMade: boolean) => (wasMade ? say('Make new recovery codes') : say('Make recovery codes')),
  made: say('Save these codes now.'),
  keep: say('We show them only this once. Older ones no longer work.'),
  file: 'stillhere-recovery-codes.txt',
  save: say('Save as a file'),
  done: say('I saved them'),
} as const

type Wallet = OutputOf<'listWallets'>['wallets'][number]

/** Lists the wallets of the node, proved or not, and binds or removes them. */
function Wallets() {
  const { value, error, reload } = useRequest((signal) => service.listWallets({}, { signal }))
  const [removing, setRemoving] = useState<Wallet | null>(null)
  const [news, setNews] = useState('')
  const remove = async ({ address }: Wallet) => {
    await service.removeWallet({ address })
    setNews(say('The wallet {address} is removed.', { address: formatShortAddress(address) }))
    reload()
  }
  return (
    <Card title={say('Wallets')}>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={2} />}
      {value?.wallets.length === 0 ? <p class="soft">{say('Your node has no wallet yet.')}</p> : null}
      <ul class="node-list">
        {value?.wallets.map((wallet) => (
          <WalletItem key={wallet.address} wallet={wallet} onRemove={() => setRemoving(wallet)} />
        ))}
      </ul>
      <News text={news} of={value} />
      <BindWallet onBound={reload} />
      <Dialog title={say('Remove this wallet?')} open={removing !== null} onClose={() => setRemoving(null)}>
        {removing ? (
          <ConfirmRemoval
            label={say('Remove the wallet')}
            remove={() => remove(removing)}
            onClose={() => setRemoving(null)}
          >
            <p>
              {say('{address} will no longer sign you in. You can add it again at any time.', {
                address: formatShortAddress(removing.address),
              })}
            </p>
          </ConfirmRemoval>
        ) : null}
      </Dialog>
    </Card>
  )
}

function WalletItem({ wallet: { address, binding, bound_at }, onRemove }: { wallet: Wallet; onRemove: () => void }) {
  return (
    <li>
      <div>
        <p>
          <code>{address}</code>
        </p>
        <p class="small soft">
          {binding === 'proved'
            ? sayRich('Signs you in; added <time></time>', { time: () => <Time at={bound_at} /> })
            : sayRich('Not proved, so it can’t sign in; named <time></time>', { time: () => <Time at={bound_at} /> })}
        </p>
      </div>
      <Button kind="danger" onClick={onRemove}>
        {say('Remove')}
        <span class="unseen"> {address}</span>
      </Button>
    </li>
  )
}
