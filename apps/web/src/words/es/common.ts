import type { Messages } from '@stillhere/messages'

/** What all pages share, in Spanish. */
export const messages: Messages = {
  Language: 'Idioma',
  unknown: 'desconocido',
  now: 'ahora',
}
