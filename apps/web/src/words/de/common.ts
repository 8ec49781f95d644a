import type { Messages } from '@stillhere/messages'

/** What all pages share, in German. */
export const messages: Messages = {
  Language: 'Sprache',
  unknown: 'unbekannt',
  now: 'jetzt',
}
