import type { Receipt } from '@stillhere/client/receipt'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button, ButtonLink, CopyField } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { describeFailure, Failure } from '../parts/failure.tsx'
import { Notice } from '../parts/notice.tsx'
import { useAction } from '../parts/request.ts'
import { saveWaitingPage, session } from '../session/session.ts'
import { type DeviceReceipt, deviceReceipts, isLastSaved, saveAtService, formatLink } from './device-receipts.ts'
import { PROBLEMS, WORDS } from './words.ts'

/**
 * Shows after a scan that the receipt is saved in this browser, with its link or the button to create one; or a warning that it couldn't be
 * saved.
 */
export function Saved({ receipt }: { receipt: Receipt }) {
  const one = deviceReceipts.value?.find(({ receiptId }) => receiptId === receipt.receiptId)
  const link = one ? formatLink(one) : null
  if (isLastSaved.value === false)
    return (
      <Notice kind="warn" title={WORDS.notSaved} live>
        {WORDS.notSavedAdvice}
      </Notice>
    )
  return (
    <>
      <SavedLine href="/receipts" />
      {link === null ? null : <CopyField label={WORDS.link} value={link} />}
      {one?.isOfService && link === null ? (
        <p>
          <GetLink one={one} />
        </p>
      ) : null}
    </>
  )
}

type GetLinkProps = { one: DeviceReceipt; onDone?: () => void }

/**
 * Shows the button that stores a receipt encrypted at the service and creates its link, after a dialog has explained it. If the person isn't
 * signed in or the page isn't secure, the dialog says so. Calls `onDone` once the link exists.
 */
export function GetLink({ one, onDone }: GetLinkProps) {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const keep = async () => {
    await saveAtService(one)
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

type ConfirmProps = {
  title: string
  /** The label of the confirming button. */
  act: string
  kind?: 'main' | 'danger'
  open: boolean
  onClose: () => void
  work: () => Promise<void>
  children: ComponentChildren
}

/**
 * Shows a dialog with a button labeled `act` that runs `work`. It calls `onClose` when `work` succeeds or the person cancels; if `work` fails, it
 * stays open and shows the error.
 */
export function Confirm({ title, act, kind = 'danger', open, onClose, work, children }: ConfirmProps) {
  const { run, isBusy, error, forget } = useAction()
  const close = () => {
    forget()
    onClose()
  }
  return (
    <Dialog title={title} open={open} onClose={close}>
      <div class="stack">
        {children}
        <Failure error={error} wordsFor={(one) => describeFailure(one, PROBLEMS)} />
        <p class="row">
          <Button kind={kind} busy={isBusy} onClick={() => run(work, close)}>
            {act}
          </Button>
          <Button kind="quiet" onClick={close}>
            {WORDS.cancel}
          </Button>
        </p>
      </div>
    </Dialog>
  )
}

// After signing in, also by a mailed link, the person returns to this page.
function Obstacle() {
  useEffect(() => saveWaitingPage(location.pathname + location.search), [])
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

/** Shows in one line that the receipt of the last scan is saved, with a link to all receipts if `href` is given. Empty if it isn't saved. */
export function SavedLine({ href }: { href?: string }) {
  return (
    <p role="status" class="receipt-saved">
      {isLastSaved.value ? WORDS.saved : ''} {isLastSaved.value && href ? <a href={href}>{WORDS.all}</a> : null}
    </p>
  )
}
