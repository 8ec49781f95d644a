import { useEffect, useState } from 'preact/hooks'
import { nameDevice } from '../notices/device-name.ts'
import { useAction } from '../parts/action.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Failure } from '../parts/failure.tsx'
import { Notice } from '../parts/notice.tsx'
import { service } from '../service.ts'
import { makePasskey } from './browser.ts'
import { noteOffered, wasOffered } from './offer.ts'
import { canSignInByPasskey } from './sign-in.ts'
import { describePasskeyFailure, OFFER_WORDS as WORDS } from './words.ts'

/** Offers whoever has just signed in by mail a passkey for the next time; once, and "Not now" is an answer. */
export function PasskeyOffer() {
  const [state, setState] = useState<'asking' | 'added' | 'gone'>(() =>
    canSignInByPasskey() && !wasOffered() ? 'asking' : 'gone',
  )
  const { run, isBusy, error } = useAction()
  useEffect(() => {
    if (state === 'asking') noteOffered()
  }, [])
  if (state === 'gone') return null
  if (state === 'added') return <Notice kind="good" title={WORDS.added} live />
  return (
    <Card title={WORDS.title}>
      <p>{WORDS.text}</p>
      <Failure error={error} wordsFor={describePasskeyFailure} />
      <p class="row">
        <Button busy={isBusy} onClick={() => run(addFirstPasskey, () => setState('added'))}>
          {WORDS.add}
        </Button>
        <Button kind="quiet" onClick={() => setState('gone')}>
          {WORDS.notNow}
        </Button>
      </p>
    </Card>
  )
}

async function addFirstPasskey(): Promise<void> {
  const { token, options } = await service.startPasskey({})
  const response = await makePasskey(options)
  await service.addPasskey({ token, response, name: nameDevice(navigator.userAgent) })
}
