import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { News } from '../../../parts/news.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { ExactTime, HourTime, Time } from '../../../parts/time.tsx'
import { service } from '../../../service.ts'
import { leave } from '../../../sign-in/leave.ts'
import { sayRich } from '../../../words/rich.tsx'
import { say } from '../../../words/speak.ts'
import { MakeToken } from './make-token.tsx'
import { RenameSession, type SignedIn } from './session-rename.tsx'
import { describeScopes, SESSION_WORDS as WORDS } from './words.ts'

/** Every browser and program that is signed in, and the way out of each. */
export function Sessions() {
  const { value, error, reload } = useRequest((signal) => service.listTokens({}, { signal }))
  const { run, isBusy, error: refusal } = useAction()
  const [news, setNews] = useState('')
  const [renaming, setRenaming] = useState<SignedIn | null>(null)
  const tell = (text: string) => {
    setNews(text)
    reload()
  }
  const end = async (one: SignedIn) => {
    if (one.current) return leave()
    await service.revokeToken({ id: one.id })
    return tell(one.scopes ? WORDS.ended(nameOf(one)) : WORDS.signedOut(nameOf(one)))
  }
  const endOthers = async () => tell(WORDS.othersSignedOut((await service.endOtherSessions({})).ended))
  return (
    <Card title={WORDS.title}>
      <p class="soft">{WORDS.lead}</p>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={3} />}
      <ul class="node-list">
        {value?.tokens.map((one) => (
          <Item
            key={one.id}
            one={one}
            isBusy={isBusy}
            onEnd={() => run(() => end(one))}
            onRename={() => setRenaming(one)}
          />
        ))}
      </ul>
      <Failure error={refusal} />
      <News text={news} of={value} />
      {value ? <MakeToken onMade={reload} /> : null}
      {value && value.tokens.length > 1 ? (
        <p>
          <Button kind="danger" busy={isBusy} onClick={() => run(endOthers)}>
            {WORDS.signOutOthers}
          </Button>
        </p>
      ) : null}
      <Dialog title={WORDS.renameTitle} open={renaming !== null} onClose={() => setRenaming(null)}>
        {renaming ? <RenameSession one={renaming} onClose={() => setRenaming(null)} onDone={tell} /> : null}
      </Dialog>
    </Card>
  )
}

type ItemProps = { one: SignedIn; isBusy: boolean; onEnd: () => void; onRename: () => void }

function Item({ one, isBusy, onEnd, onRename }: ItemProps) {
  const name = nameOf(one)
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong>{' '}
          {one.current ? <span class="node-state node-state-good">{WORDS.thisDevice}</span> : null}
        </p>
        {one.scopes ? <p class="small soft">{describeScopes(one.scopes)}</p> : null}
        <Times one={one} />
        {Date.parse(one.waits_until ?? '') > Date.now() ? <Wait until={one.waits_until} /> : null}
      </div>
      <p class="row">
        {one.device_name === null ? null : (
          <Button kind="quiet" onClick={onRename}>
            {WORDS.rename}
            <span class="unseen"> {name}</span>
          </Button>
        )}
        <Button kind="danger" busy={isBusy} onClick={onEnd}>
          {one.scopes ? WORDS.end : WORDS.signOut}
          <span class="unseen"> {name}</span>
        </Button>
      </p>
    </li>
  )
}

function Times({ one: { created_at, last_used_at, expires_at, scopes } }: { one: SignedIn }) {
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

/** Says that a recovery code signed in here, and what that cannot do yet. */
function Wait({ until }: { until: string | null }) {
  return (
    <p class="small">
      {sayRich(
        'Signed in with a recovery code. Until <time></time> it can add nothing that lasts, such as a passkey or a token.',
        { time: () => <ExactTime at={until ?? ''} /> },
      )}
    </p>
  )
}

function nameOf({ id, name, device_name }: SignedIn): string {
  return device_name ?? name ?? WORDS.program(id)
}
