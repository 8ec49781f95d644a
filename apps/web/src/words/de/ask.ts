import type { Messages } from '@stillhere/messages'

/** Who asks for what, on the pages of checks and approvals, in German. */
export const messages: Messages = {
  'This is a test. It proves nothing, and nobody should rely on it.':
    'Das ist ein Test. Er beweist nichts, und niemand sollte sich darauf verlassen.',
  'One moment…': 'Einen Moment…',
  'This check doesn’t exist': 'Diese Anfrage gibt es nicht',
  'Check not found': 'Anfrage nicht gefunden',
  'This check is done.': 'Diese Anfrage ist erledigt.',
  'This check has ended.': 'Diese Anfrage ist beendet.',
  'This check has expired.': 'Diese Anfrage ist abgelaufen.',
  '{site} asks you to confirm': '{site} bittet dich zu bestätigen',
  For: 'Für',
  'This approval doesn’t exist': 'Diese Freigabe gibt es nicht',
  'Approval not found': 'Freigabe nicht gefunden',
  '{asker} asks: {summary}': '{asker} fragt: {summary}',
  '{name} (agent of {origin})': '{name} (Agent von {origin})',
  '{name} (agent of {origin}, operated by {operator})': '{name} (Agent von {origin}, betrieben von {operator})',
  'This was approved.': 'Das wurde freigegeben.',
  'This was denied.': 'Das wurde abgelehnt.',
  'This has expired.': 'Das ist abgelaufen.',
  '{asker} asks you to approve:': '{asker} bittet dich um Freigabe:',
  'Type:': 'Art:',
  'Compare with the code the asker shows:': 'Vergleiche mit dem Code beim Fragenden:',
  'Open until': 'Offen bis',
  'I can’t or don’t want to move a phone': 'Ich kann oder möchte kein Handy bewegen',
  'Email address of your node': 'E-Mail-Adresse deines Knotens',
  'Mail me a code': 'Code per E-Mail anfordern',
}
