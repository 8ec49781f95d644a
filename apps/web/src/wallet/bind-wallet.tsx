import { useState } from 'preact/hooks'
import { Notice } from '../parts/notice.tsx'
import { say } from '../words/speak.ts'
import { shortAddress } from './address.ts'
import type { Signed } from './prepare.ts'
import { bindWallet } from './sign-in.ts'
import { WalletSigner } from './signer.tsx'

type BindWalletProps = {
  /** The account that was shown before, if one was. */
  expected?: string
  onBound?: () => void
}

/** Binds a wallet to one's own node by a signature. */
export function BindWallet({ expected, onBound }: BindWalletProps) {
  const [bound, setBound] = useState<string | null>(null)
  const bind = async (signed: Signed) => {
    await bindWallet(signed)
    setBound(signed.address)
    onBound?.()
  }
  return (
    <div class="stack">
      <p>{say('A bound wallet signs you in without a code. You can still sign in by email.')}</p>
      <WalletSigner
        label={
          expected === undefined ? say('Bind a wallet') : say('Bind {address}', { address: shortAddress(expected) })
        }
        statement="Bind this wallet to my Stillhere node."
        onSigned={bind}
      />
      {bound === null ? null : (
        <Notice
          kind="good"
          title={say('The wallet {address} is bound to your node.', { address: shortAddress(bound) })}
          live
        >
          {say('Next time you can sign in with it.')}
        </Notice>
      )}
    </div>
  )
}
