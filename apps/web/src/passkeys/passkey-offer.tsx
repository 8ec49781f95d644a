import { useEffect, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Failure } from '../parts/failure.tsx'
import { Notice } from '../parts/notice.tsx'
import { useAction, useRequest } from '../parts/request.ts'
import { service } from '../service.ts'
import { canSignInByPasskey } from '../sign-in/passkey.ts'
import { addDevicePasskey, AddSecurityKey } from './add-passkey.tsx'
import { describePasskeyFailure, OFFER_WORDS as WORDS, SECURITY_KEY_WORDS as KEY_WORDS } from './words.ts'

/** Shows a card that offers to add a passkey after a sign-in by mail. Shown once per browser, and only where passkeys can sign in. */
export function PasskeyOffer() {
  const [state, setState] = useState<'asking' | 'added' | 'gone'>(() =>
    canSignInByPasskey() && !hasOffer() ? 'asking' : 'gone',
  )
  const { run, isBusy, error } = useAction()
  useEffect(() => {
    if (state === 'asking') saveOffer()
  }, [])
  if (state === 'gone') return null
  if (state === 'added') return <Notice kind="good" title={WORDS.added} live />
  return (
    <Card title={WORDS.title}>
      <p>{WORDS.text}</p>
      <Failure error={error} wordsFor={describePasskeyFailure} />
      <p class="row">
        <Button busy={isBusy} onClick={() => run(addDevicePasskey, () => setState('added'))}>
          {WORDS.add}
        </Button>
        <Button kind="quiet" onClick={() => setState('gone')}>
          {WORDS.notNow}
        </Button>
      </p>
      <SecurityKeyOffer onAdded={() => setState('added')} />
    </Card>
  )
}

/** Offers the same for a security key, if the service accepts some for level 3. */
function SecurityKeyOffer({ onAdded }: { onAdded: () => void }) {
  const { value } = useRequest((signal) => service.listPasskeys({}, { signal }))
  if (!value?.accepts_attested) return null
  return (
    <details>
      <summary>{KEY_WORDS.title}</summary>
      <div class="stack">
        <p>{KEY_WORDS.why}</p>
        <AddSecurityKey onAdded={(_, device) => device === 'attested' && onAdded()} />
      </div>
    </details>
  )
}

/**
 * Shows the offer of a passkey to a returning person whose node has no passkey. Reserves the card's space invisibly while the service is asked,
 * so that the layout doesn't shift.
 */
export function PasskeyOfferOnReturn() {
  const [isDue] = useState(() => canSignInByPasskey() && !hasOffer())
  return isDue ? <OfferToNodeWithout /> : null
}

function OfferToNodeWithout() {
  const { value, error } = useRequest((signal) => service.listPasskeys({}, { signal }))
  const hasOne = value !== null && value.passkeys.length > 0
  useEffect(() => {
    if (hasOne) saveOffer()
  }, [hasOne])
  if (hasOne || error) return null
  return value ? <PasskeyOffer /> : <OfferPlace />
}

function OfferPlace() {
  return (
    <div inert style={{ visibility: 'hidden' }}>
      <Card title={WORDS.title}>
        <p>{WORDS.text}</p>
        <p class="row">
          <Button>{WORDS.add}</Button>
        </p>
      </Card>
    </div>
  )
}

const KEY = 'stillhere-passkey-offered'

/** Returns true if a passkey was offered in this browser before. */
function hasOffer(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return true
  }
}

/** Stores that a passkey was offered. */
function saveOffer(): void {
  try {
    localStorage.setItem(KEY, 'yes')
  } catch {
    // Without storage it is offered after every sign-in by code.
  }
}
