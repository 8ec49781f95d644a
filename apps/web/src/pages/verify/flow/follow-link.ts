import { parseReceiptLink } from '@stillhere/client/kept-receipts'
import { goTo } from '../../../router.ts'

/** Opens the receipt that a link of this service leads to; false where the text is no such link. */
export function followLink(text: string): boolean {
  const link = parseReceiptLink(text)
  if (link === null || link.origin !== location.origin) return false
  goTo(`/r/${link.id}#${link.key}`)
  return true
}
