import { useState } from 'preact/hooks'
import { Button, CopyField } from '../parts/button.tsx'
import { Failure } from '../parts/failure.tsx'
import { Field, TextArea } from '../parts/field.tsx'
import './signer.css'
import { Notice } from '../parts/notice.tsx'
import { useAction } from '../parts/request.ts'
import { say } from '../words/speak.ts'
import {
  addWallet,
  toChecksumAddress,
  createMessage,
  readWallet,
  formatShortAddress,
  signByWallet,
  type SignedMessage,
  type SignerProps,
} from './sign-in.ts'
import { describeWalletFailure } from './words.ts'

type BindWalletProps = {
  /** The account address to name on the button. */
  expected?: string
  onBound?: () => void
}

/**
 * Shows the controls that bind a wallet to the signed-in node by a signature, and a notice once it's bound. Calls `onBound` then. `expected` is
 * an address that was shown before, for the button's label.
 */
export function BindWallet({ expected, onBound }: BindWalletProps) {
  const [bound, setBound] = useState<string | null>(null)
  const bind = async (signed: SignedMessage) => {
    await addWallet(signed)
    setBound(signed.address)
    onBound?.()
  }
  return (
    <div class="stack">
      <p>{say('A bound wallet signs you in without a code. You can still sign in by email.')}</p>
      <WalletSigner
        label={
          expected === undefined
            ? say('Bind a wallet')
            : say('Bind {address}', { address: formatShortAddress(expected) })
        }
        statement="Bind this wallet to my Stillhere node."
        onSigned={bind}
      />
      {bound === null ? null : (
        <Notice
          kind="good"
          title={say('The wallet {address} is bound to your node.', { address: formatShortAddress(bound) })}
          live
        >
          {say('Next time you can sign in with it.')}
        </Notice>
      )}
    </div>
  )
}

/**
 * Shows a button that has this browser's wallet sign a message, and a form to sign it in another app by copy and paste. Calls `onSigned` with the
 * signed message.
 */
export function WalletSigner(props: SignerProps) {
  const wallet = readWallet(window)
  const { run, isBusy, error } = useAction()
  return (
    <div class="stack">
      {wallet ? (
        <p class="row">
          <Button
            kind="quiet"
            busy={isBusy}
            onClick={() => run(async () => props.onSigned(await signByWallet(wallet, props.statement)))}
          >
            {props.label}
          </Button>
          <span role="status" class="small soft">
            {isBusy ? say('Check your wallet. It’s asking you to sign.') : ''}
          </span>
        </p>
      ) : (
        <p class="soft">{say('There’s no wallet in this browser. Open this page in your wallet app’s browser, or:')}</p>
      )}
      <Failure error={error} wordsFor={describeWalletFailure} />
      <SignElsewhere {...props} />
    </div>
  )
}

type PreparedMessage = { address: string; message: string }

/** Shows a form for wallets outside of this browser, such as hardware or command lines: the person copies the message and pastes the signature. */
function SignElsewhere({ statement, onSigned }: SignerProps) {
  const [prepared, setPrepared] = useState<PreparedMessage | null>(null)
  return (
    <details class="signer-elsewhere">
      <summary>{say('Sign in another app (copy and paste)')}</summary>
      <div class="stack">
        <AddressForm statement={statement} onPrepared={setPrepared} />
        {prepared ? <SignatureForm key={prepared.message} onSigned={onSigned} {...prepared} /> : null}
      </div>
    </details>
  )
}

type AddressFormProps = { statement: string; onPrepared: (prepared: PreparedMessage) => void }

function AddressForm({ statement, onPrepared }: AddressFormProps) {
  const [text, setText] = useState('')
  const [isOdd, setOdd] = useState(false)
  const { run, isBusy, error } = useAction()
  const submit = (event: Event) => {
    event.preventDefault()
    const address = toChecksumAddress(text)
    setOdd(address === null)
    if (address === null) return
    run(async () => onPrepared({ address, message: await createMessage({ address, chainId: 1 }, statement) }))
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <Field
        label={say('Account address')}
        hint={say('0x followed by 40 characters.')}
        error={isOdd ? say('That’s not an Ethereum address.') : undefined}
        value={text}
        onValue={setText}
        autoComplete="off"
        spellcheck={false}
      />
      <Failure error={error} wordsFor={describeWalletFailure} />
      <p>
        <Button kind="quiet" type="submit" busy={isBusy}>
          {say('Create message')}
        </Button>
      </p>
    </form>
  )
}

type SignatureFormProps = PreparedMessage & Pick<SignerProps, 'onSigned'>

function SignatureForm({ address, message, onSigned }: SignatureFormProps) {
  const [text, setText] = useState('')
  const { run, isBusy, error } = useAction()
  const submit = (event: Event) => {
    event.preventDefault()
    const signature = text.trim()
    if (signature !== '') run(() => onSigned({ address, message, signature }))
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <CopyField label={say('Message to sign')} value={message} />
      <TextArea
        label={say('Signature')}
        hint={say('Sign this exact message (personal_sign) within ten minutes and paste the result, 0x…')}
        rows={3}
        value={text}
        onValue={setText}
        autoComplete="off"
        spellcheck={false}
      />
      <Failure error={error} wordsFor={describeWalletFailure} />
      <p>
        <Button kind="quiet" type="submit" busy={isBusy}>
          {say('Use this signature')}
        </Button>
      </p>
    </form>
  )
}
