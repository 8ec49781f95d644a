import type { Messages } from '@stillhere/messages'

/** What all pages share, in German. */
export const messages: Messages = {
  Language: 'Sprache',
  unknown: 'unbekannt',
  now: 'jetzt',
  'not known yet': 'noch nicht bekannt',
  Copy: 'Kopieren',
  'Copied.': 'Kopiert.',
  'Couldn’t copy. The text is selected, so you can copy it yourself.':
    'Kopieren ging nicht. Der Text ist markiert, du kannst ihn selbst kopieren.',
  Hide: 'Verbergen',
  Show: 'Anzeigen',
  'Try again': 'Noch einmal versuchen',
  'Show older': 'Ältere anzeigen',
  'Note:': 'Hinweis:',
  'Done:': 'Erledigt:',
  'Warning:': 'Achtung:',
  'Failed:': 'Fehlgeschlagen:',
  '(done)': '(erledigt)',
}
