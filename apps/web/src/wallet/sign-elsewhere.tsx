import { useState } from 'preact/hooks'
import { useAction } from '../parts/action.ts'
import { Button } from '../parts/button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Failure } from '../parts/failure.tsx'
import { Field, TextArea } from '../parts/field.tsx'
import { say } from '../words/speak.ts'
import { checksumAddress } from './address.ts'
import { type SignerProps, prepareMessage } from './prepare.ts'
import { describeWalletFailure } from './words.ts'

type Prepared = { address: string; message: string }

/** For wallets that no browser knows, hardware and command lines: the message goes out and the signature comes back by hand. */
export function SignElsewhere({ statement, onSigned }: SignerProps) {
  const [prepared, setPrepared] = useState<Prepared | null>(null)
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

type AddressFormProps = { statement: string; onPrepared: (prepared: Prepared) => void }

function AddressForm({ statement, onPrepared }: AddressFormProps) {
  const [text, setText] = useState('')
  const [isOdd, setOdd] = useState(false)
  const { run, isBusy, error } = useAction()
  const submit = (event: Event) => {
    event.preventDefault()
    const address = checksumAddress(text)
    setOdd(address === null)
    if (address === null) return
    run(async () => onPrepared({ address, message: await prepareMessage({ address, chainId: 1 }, statement) }))
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

type SignatureFormProps = Prepared & Pick<SignerProps, 'onSigned'>

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
