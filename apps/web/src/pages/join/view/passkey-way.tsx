import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { describeSignInFailure } from '../../../passkeys/words.ts'
import { canSignInByPasskey, offerPasskeys, signInByPasskey } from '../../../sign-in/passkey.ts'
import { WAYS_WORDS as WORDS } from '../words.ts'

/** In by a passkey: by the button, or by the browser's own offer in the field for the address. */
export function PasskeyWay({ onIn }: { onIn: () => void }) {
  const { run, isBusy, error } = useAction()
  const [refused, setRefused] = useState<unknown>(null)
  const [turn, setTurn] = useState(0)
  useEffect(() => offerPasskeys({ onIn, onFailed: setRefused }), [turn])
  if (!canSignInByPasskey()) return null
  const signIn = async () => {
    setRefused(null)
    try {
      await signInByPasskey()
    } catch (cause) {
      // The button took the place of the browser's offer.
      setTurn((before) => before + 1)
      throw cause
    }
  }
  return (
    <div class="stack">
      <p>
        <Button busy={isBusy} onClick={() => run(signIn, onIn)}>
          {WORDS.passkey}
        </Button>
      </p>
      <Failure error={error ?? refused} wordsFor={describeSignInFailure} />
    </div>
  )
}
