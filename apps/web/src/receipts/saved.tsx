import type { Receipt } from '@stillhere/client/receipt'
import { CopyField } from '../parts/copy-field.tsx'
import { Notice } from '../parts/notice.tsx'
import { deviceReceipts, isLastSaved } from './device-receipts.ts'
import { GetLink } from './get-link.tsx'
import { linkOf } from './keep-at-service.ts'
import { WORDS } from './words.ts'

/** Says after a scan that the receipt is saved, where it is, and that it can have a link. */
export function Saved({ receipt }: { receipt: Receipt }) {
  const one = deviceReceipts.value?.find(({ receiptId }) => receiptId === receipt.receiptId)
  const link = one ? linkOf(one) : null
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

/** The same in one line; `href` leads to all of them. */
export function SavedLine({ href }: { href?: string }) {
  return (
    <p role="status" class="receipt-saved">
      {isLastSaved.value ? WORDS.saved : ''} {isLastSaved.value && href ? <a href={href}>{WORDS.all}</a> : null}
    </p>
  )
}
