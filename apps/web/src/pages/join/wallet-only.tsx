import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { signInByWallet } from '../../wallet/sign-in.ts'
import { WalletSigner } from '../../wallet/signer.tsx'
import type { Stage } from './stage.ts'

type WalletOnlyProps = { email: string; onGoOn: (next: Stage) => void }

/** A node with a proved wallet gets no codes by mail; its wallet signs it in. */
export function WalletOnly({ email, onGoOn }: WalletOnlyProps) {
  const [isOther, setOther] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section class="card">
      <h2 tabIndex={-1} ref={heading}>
        Sign in with your wallet
      </h2>
      <p>
        A wallet is bound to the node of <strong>{email}</strong>, so no code was mailed: the wallet is your key.
      </p>
      <WalletSigner
        label="Sign in with a wallet"
        statement="Sign in to Stillhere."
        onSigned={async (signed) => {
          const isIn = await signInByWallet(signed)
          if (isIn) onGoOn({ name: 'back' })
          else setOther(true)
        }}
      />
      {isOther ? (
        <Notice kind="warn" title="This is not the wallet of a node." live>
          Choose the account in your wallet that you bound to your node, and sign again.
        </Notice>
      ) : null}
      <details class="join-lost">
        <summary>I no longer have the wallet</summary>
        <p>
          In a browser where you are still signed in, open My node and remove the wallet. From then on codes come by
          mail again. Without such a browser only the operator of this service can free your node of the wallet.
        </p>
      </details>
      <p>
        <Button
          kind="quiet"
          onClick={() => onGoOn({ name: 'start', wish: { email: '', invite: '' }, refusal: null, wallet: null })}
        >
          Use another address
        </Button>
      </p>
    </section>
  )
}
