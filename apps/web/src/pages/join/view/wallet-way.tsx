import { Card } from '../../../parts/card.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { shortAddress } from '../../../wallet/address.ts'
import { signInByWallet } from '../../../wallet/sign-in.ts'
import { WalletSigner } from '../../../wallet/signer.tsx'
import type { JoinStep } from '../flow/step.ts'

type WalletWayProps = {
  wallet: string | null
  onUnbound: (address: string | null) => void
  onGoOn: (next: JoinStep) => void
}

/** In by a wallet that is bound to a node; one that is not is told how to become so. */
export function WalletWay({ wallet, onUnbound, onGoOn }: WalletWayProps) {
  return (
    <Card title="Or with your wallet">
      <p>
        An Ethereum wallet that is bound to your node signs you in without a mail. It costs nothing and moves nothing.
      </p>
      <WalletSigner
        label="Sign in with a wallet"
        statement="Sign in to Stillhere."
        onSigned={async (signed) => {
          const isIn = await signInByWallet(signed)
          if (isIn) onGoOn({ name: 'back' })
          else onUnbound(signed.address)
        }}
      />
      {wallet === null ? null : (
        <Notice title="This wallet is not bound to a node yet." live>
          Join with your invite and your e-mail address, or sign in by mail. Then you can bind {shortAddress(wallet)}{' '}
          with one more signature.
        </Notice>
      )}
    </Card>
  )
}
