import { useEffect, useState } from 'preact/hooks'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { session } from '../session/session.ts'
import { keepWaitingPage } from '../session/waiting-page.ts'
import { Confirm } from './confirm.tsx'
import type { DeviceReceipt } from './database.ts'
import { keepAtService } from './keep-at-service.ts'
import { WORDS } from './words.ts'

type GetLinkProps = { one: DeviceReceipt; onDone?: () => void }

/** Has the service keep a receipt, encrypted here, after saying what that means; whoever has no node is told what it takes. */
export function GetLink({ one, onDone }: GetLinkProps) {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const keep = async () => {
    await keepAtService(one)
    onDone?.()
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setAsked(true)}>
        {WORDS.getLink}
      </Button>
      {session.value === null || !isSecureContext ? (
        <Dialog title={WORDS.getLinkTitle} open={isAsked} onClose={close}>
          <Obstacle />
        </Dialog>
      ) : (
        <Confirm title={WORDS.getLinkTitle} act={WORDS.getLink} kind="main" open={isAsked} onClose={close} work={keep}>
          <p>{WORDS.getLinkText}</p>
        </Confirm>
      )}
    </>
  )
}

// Whoever signs in from here comes back here, also by the link in a mail.
function Obstacle() {
  useEffect(() => keepWaitingPage(location.pathname + location.search), [])
  if (!isSecureContext) return <p>{WORDS.insecure}</p>
  return (
    <div class="stack">
      <p>{WORDS.signInForLink}</p>
      <p>
        <ButtonLink href="/join">{WORDS.signIn}</ButtonLink>
      </p>
    </div>
  )
}
