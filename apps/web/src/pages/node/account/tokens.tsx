import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { News } from '../../../parts/news.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { Time } from '../../../parts/time.tsx'
import { service } from '../../../service.ts'
import { endToken } from '../../../session/leave.ts'
import { session, signOut } from '../../../session/session.ts'

type Token = OutputOf<'listTokens'>['tokens'][number]

/** Every browser that is signed in, and the way out of each. */
export function Tokens() {
  const { value, error, reload } = useRequest((signal) => service.listTokens({}, { signal }))
  const { run, isBusy, error: refusal } = useAction()
  const [news, setNews] = useState('')
  const revoke = (tokens: readonly Token[]) =>
    run(async () => {
      setNews('')
      for (const { id } of tokens) await service.revokeToken({ id })
      setNews(tokens.length === 1 ? `Token ${tokens[0]?.id} is revoked.` : `${tokens.length} tokens are revoked.`)
      reload()
    })
  const others = value ? value.tokens.filter(({ current }) => !current) : []
  return (
    <Card title="Signed in">
      <p class="soft">Each sign-in has a token of its own; ten at most. Revoke what you do not know.</p>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={3} />}
      <ul class="node-list">
        {value?.tokens.map((token) => (
          <TokenItem key={token.id} token={token} isBusy={isBusy} onRevoke={() => revoke([token])} />
        ))}
      </ul>
      <Failure error={refusal} />
      <News text={news} of={value} />
      {others.length > 1 ? (
        <p>
          <Button kind="danger" busy={isBusy} onClick={() => revoke(others)}>
            Revoke all others
          </Button>
        </p>
      ) : null}
      <SignOut />
    </Card>
  )
}

type TokenItemProps = { token: Token; isBusy: boolean; onRevoke: () => void }

function TokenItem({ token: { id, current, created_at, last_used_at }, isBusy, onRevoke }: TokenItemProps) {
  return (
    <li>
      <div>
        <p>
          <strong>{current ? 'This tab' : `Token ${id}`}</strong>
        </p>
        <p class="small soft">
          Signed in <Time at={created_at} />
          {last_used_at ? (
            <>
              , last used <Time at={last_used_at} />
            </>
          ) : (
            ', never used'
          )}
        </p>
      </div>
      {current ? null : (
        <Button kind="danger" busy={isBusy} onClick={onRevoke}>
          Revoke<span class="unseen"> token {id}</span>
        </Button>
      )}
    </li>
  )
}

/** Leaves for good: the token ends at the service, too. Where it cannot be reached, the tab forgets it all the same on demand. */
function SignOut() {
  const { run, isBusy, error } = useAction()
  const leave = async () => {
    const now = session.peek()
    if (now) await endToken(now.token)
    signOut()
  }
  return (
    <div class="stack">
      <Failure error={error} />
      <p class="row">
        <Button kind="quiet" busy={isBusy} onClick={() => run(leave)}>
          Sign out of this tab
        </Button>
        {error ? (
          <Button kind="quiet" onClick={signOut}>
            Only forget it here
          </Button>
        ) : null}
      </p>
    </div>
  )
}
