import './signer.css'
import { useAction } from '../parts/action.ts'
import { Button } from '../parts/button.tsx'
import { Failure } from '../parts/failure.tsx'
import { say } from '../words/speak.ts'
import { type SignerProps, signByWallet } from './prepare.ts'
import { readWallet } from './provider.ts'
import { SignElsewhere } from './sign-elsewhere.tsx'
import { describeWalletFailure } from './words.ts'

/** Has a message signed: by the wallet of this browser, or anywhere else by copy and paste. */
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
