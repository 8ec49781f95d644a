import { Card } from '../../../parts/card.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { shortAddress } from '../../../wallet/address.ts'
import { signInByWallet } from '../../../wallet/sign-in.ts'
import { WalletSigner } from '../../../wallet/signer.tsx'
import { say } from '../../../words/speak.ts'
import type { JoinStep } from '../flow/step.ts'

type WalletWayProps = {
  wallet: string | null
  onUnbound: (address: string | null) => void
  onGoOn: (next: JoinStep) => void
}

/** In by a wallet that is bound to a node; one that is not is told how to become so. */
export function WalletWay({ wallet, onUnbound, onGoOn }: WalletWayProps) {
  return (
    <Card title={say('Or with your wallet')}>
      <p>
        {say(
          'An Ethereum wallet that’s bound to your node signs you in without an email. It costs nothing and moves nothing.',
        )}
      </p>
      <WalletSigner
        label={say('Sign in with a wallet')}
        statement="Sign in to Stillhere."
        onSigned={async (signed) => {
          const isIn = await signInByWallet(signed)
          if (isIn) onGoOn({ name: 'back' })
          else onUnbound(signed.address)
        }}
      />
      {wallet === null ? null : (
        <Notice title={say('This wallet isn’t bound to a node yet.')} live>
          {say(
            'Join with your invite and your email, or sign in by email. Then bind {address} with one more signature.',
            {
              address: shortAddress(wallet),
            },
          )}
        </Notice>
      )}
    </Card>
  )
}
