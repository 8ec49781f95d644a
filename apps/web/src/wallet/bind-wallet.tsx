import { useState } from 'preact/hooks'
import { Notice } from '../parts/notice.tsx'
import { shortAddress } from './address.ts'
import { bindWallet } from './sign-in.ts'
import { WalletSigner } from './signer.tsx'

type BindWalletProps = {
  /** The account that was shown before, if one was. */
  expected?: string
  onBound?: () => void
}

/** Binds a wallet to one's own node, and says what that changes before it does. */
export function BindWallet({ expected, onBound }: BindWalletProps) {
  const [bound, setBound] = useState<string | null>(null)
  return (
    <div class="stack">
      <p>
        A bound wallet signs you in by itself, and <strong>codes by mail end</strong>: whoever loses the wallet needs a
        browser that is still signed in, to remove it.
      </p>
      <WalletSigner
        label={expected === undefined ? 'Bind a wallet' : `Bind ${shortAddress(expected)}`}
        statement="Bind this wallet to my Stillhere node."
        onSigned={async (signed) => {
          await bindWallet(signed)
          setBound(signed.address)
          onBound?.()
        }}
      />
      {bound === null ? null : (
        <Notice kind="good" title={`The wallet ${shortAddress(bound)} is bound to your node.`} live>
          Next time it signs you in.
        </Notice>
      )}
    </div>
  )
}
