import { useState } from 'preact/hooks'
import { CodeField } from '../codes/code-field.tsx'
import { readCode } from '../codes/read-code.ts'
import { Notice } from '../parts/notice.tsx'
import { say } from '../words/speak.ts'
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
        {say(
          'A bound wallet signs you in without a code. Because it’s a key to your node, we first email you a code to make sure the mailbox is yours. You can still sign in by email.',
        )}
      </p>
      <AskForCode label={say('Mail me a code to bind a wallet')} isAgain={hasAsked} onAsked={() => setAsked(true)} />
      {hasAsked ? <CodeAndWallet expected={expected} onBound={finish} /> : null}
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

type CodeAndWalletProps = { expected: string | undefined; onBound: (address: string) => void }

function CodeAndWallet({ expected, onBound }: CodeAndWalletProps) {
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const otp = readCode(code)
  return (
    <div class="stack">
      <CodeField
        label={say('Code from your email')}
        hint={say('Six digits, valid for ten minutes.')}
        error={isMissing && otp === null ? say('Enter the six digits from your email first.') : undefined}
        value={code}
        onValue={setCode}
      />
      <WalletSigner
        label={
          expected === undefined ? say('Bind a wallet') : say('Bind {address}', { address: shortAddress(expected) })
        }
        statement="Bind this wallet to my Stillhere node."
        isReady={() => {
          setMissing(otp === null)
          return otp !== null
        }}
        onSigned={async (signed) => {
          await bindWallet(signed, otp ?? '')
          onBound(signed.address)
        }}
      />
    </div>
  )
}
