import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../parts/action.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Failure } from '../parts/failure.tsx'
import { Notice } from '../parts/notice.tsx'
import { useRequest } from '../parts/request.ts'
import { service } from '../service.ts'
import { canSignInByPasskey } from '../sign-in/passkey.ts'
import { addDevicePasskey, AddSecurityKey } from './add-passkey.tsx'
import { noteOffered, wasOffered } from './offer.ts'
import { describePasskeyFailure, OFFER_WORDS as WORDS, SECURITY_KEY_WORDS as KEY_WORDS } from './words.ts'

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

/** The same for people with a security key, where the service accepts some for level 3. */
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
 * The same for a member who comes back by mail. Where the node has a passkey, nothing is offered: My node adds further ones.
 * Until that is known the card takes its place unseen, so that nothing moves.
 */
export function PasskeyOfferOnReturn() {
  const [isDue] = useState(() => canSignInByPasskey() && !wasOffered())
  return isDue ? <OfferToNodeWithout /> : null
}

function OfferToNodeWithout() {
  const { value, error } = useRequest((signal) => service.listPasskeys({}, { signal }))
  const hasOne = value !== null && value.passkeys.length > 0
  useEffect(() => {
    if (hasOne) noteOffered()
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
