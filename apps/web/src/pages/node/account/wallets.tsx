import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { News } from '../../../parts/news.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { Time } from '../../../parts/time.tsx'
import { service } from '../../../service.ts'
import { shortAddress } from '../../../wallet/address.ts'
import { BindWallet } from '../../../wallet/bind-wallet.tsx'
import { sayRich } from '../../../words/rich.tsx'
import { say } from '../../../words/speak.ts'
import { ConfirmRemoval } from '../confirm-removal.tsx'

type Wallet = OutputOf<'listWallets'>['wallets'][number]

/** The wallets of the node: those that open it, and those that somebody only named. */
export function Wallets() {
  const { value, error, reload } = useRequest((signal) => service.listWallets({}, { signal }))
  const [removing, setRemoving] = useState<Wallet | null>(null)
  const [news, setNews] = useState('')
  const remove = async ({ address }: Wallet) => {
    await service.removeWallet({ address })
    setNews(say('The wallet {address} is removed.', { address: shortAddress(address) }))
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
                address: shortAddress(removing.address),
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
