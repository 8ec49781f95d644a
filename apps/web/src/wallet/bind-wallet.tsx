import { useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'
import { Notice } from '../parts/notice.tsx'
import { shortAddress } from './address.ts'
import { AskForCode } from './ask-for-code.tsx'
import { bindWallet } from './sign-in.ts'
import { WalletSigner } from './signer.tsx'

type BindWalletProps = {
  /** The account that was shown before, if one was. */
  expected?: string
  onBound?: () => void
}

/** Binds a wallet to one's own node: a code from the mailbox first, then the signature. */
export function BindWallet({ expected, onBound }: BindWalletProps) {
  const [hasAsked, setAsked] = useState(false)
  const [bound, setBound] = useState<string | null>(null)
  const finish = (address: string) => {
    setAsked(false)
    setBound(address)
    onBound?.()
  }
  return (
    <div class="stack">
      <p>
        A bound wallet signs you in without a code. Because it is a key to your node, we first mail you a code to make
        sure that the mailbox is yours. You can still sign in by mail afterwards.
      </p>
      <AskForCode label="Mail me a code to bind a wallet" isAgain={hasAsked} onAsked={() => setAsked(true)} />
      {hasAsked ? <CodeAndWallet expected={expected} onBound={finish} /> : null}
      {bound === null ? null : (
        <Notice kind="good" title={`The wallet ${shortAddress(bound)} is bound to your node.`} live>
          Next time it signs you in.
        </Notice>
      )}
    </div>
  )
}

type CodeAndWalletProps = { expected: string | undefined; onBound: (address: string) => void }

function CodeAndWallet({ expected, onBound }: CodeAndWalletProps) {
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const otp = code.replaceAll(/\s/g, '')
  const isWhole = /^\d{6}$/.test(otp)
  return (
    <div class="stack">
      <Field
        label="Code from your mail"
        hint="Six digits. It works for ten minutes."
        error={isMissing && !isWhole ? 'Type the six digits from your mail first.' : undefined}
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onValue={setCode}
      />
      <WalletSigner
        label={expected === undefined ? 'Bind a wallet' : `Bind ${shortAddress(expected)}`}
        statement="Bind this wallet to my Stillhere node."
        isReady={() => {
          setMissing(!isWhole)
          return isWhole
        }}
        onSigned={async (signed) => {
          await bindWallet(signed, otp)
          onBound(signed.address)
        }}
      />
    </div>
  )
}
