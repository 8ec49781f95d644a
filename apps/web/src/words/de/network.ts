import type { Messages } from '@stillhere/messages'

/** The page Network in German. */
export const messages: Messages = {
  'The network': 'Das Netzwerk',
  'Every dot is an activated node. You see pseudonyms and levels, never email addresses or faces.':
    'Jeder Punkt ist ein aktivierter Knoten. Du siehst Pseudonyme und Stufen, nie E-Mail-Adressen oder Gesichter.',
  Humans: 'Menschen',
  'Active today': 'Heute aktiv',
  'Scans that counted': 'Gewertete Scans',
  'A field of {count} dots, one for each node in the list': {
    one: 'Ein Feld mit einem Punkt für den einen Knoten in der Liste',
    other: 'Ein Feld mit {count} Punkten, einem für jeden Knoten in der Liste',
  },
  'Bigger and closer to the center: higher level. Filled: seen within a day. Ringed: genesis node.':
    'Größer und näher an der Mitte: höhere Stufe. Gefüllt: in den letzten 24 Stunden gesehen. Mit Ring: Genesis-Knoten.',
  'Nodes, newest first': 'Knoten, neueste zuerst',
  Pseudonym: 'Pseudonym',
  Level: 'Stufe',
  Scans: 'Scans',
  'Last seen': 'Zuletzt gesehen',
  'in total': 'insgesamt',
  'No one’s here yet.': 'Noch niemand da.',
  'The first to join gets genesis place 1.': 'Wer zuerst beitritt, bekommt Genesis-Platz 1.',
  'Show more': 'Mehr anzeigen',
  genesis: 'Genesis',
  'Genesis wall': 'Genesis-Wand',
  'The first 100 people to activate a node keep a numbered place. If a node is erased, its place stays empty and nobody moves up.':
    'Die ersten 100, die einen Knoten aktivieren, behalten einen nummerierten Platz. Wird ein Knoten gelöscht, bleibt sein Platz leer, und niemand rückt nach.',
  '{taken} of {places} places taken': '{taken} von {places} Plätzen vergeben',
  'All 100 places are free.': 'Alle 100 Plätze sind frei.',
  'The first to join gets number 1.': 'Wer zuerst beitritt, bekommt die Nummer 1.',
  '{taken} taken, {left} left. The order checks out.': '{taken} vergeben, {left} frei. Die Reihenfolge stimmt.',
  'Checked in your browser: no place is used twice, and nobody was activated before the place ahead of them.':
    'In deinem Browser geprüft: Kein Platz ist doppelt vergeben, und niemand wurde vor dem Platz davor aktiviert.',
  'The order doesn’t check out.': 'Die Reihenfolge stimmt nicht.',
  'There is no place {place}.': 'Platz {place} gibt es nicht.',
  'Place {place} comes after place {before}.': 'Platz {place} kommt nach Platz {before}.',
  'Place {place} was activated before place {before}.': 'Platz {place} wurde vor Platz {before} aktiviert.',
  'Genesis nodes in order': 'Genesis-Knoten der Reihe nach',
  Place: 'Platz',
  Activated: 'Aktiviert',
  'Fingerprint of this list': 'Fingerabdruck dieser Liste',
  'Compare fingerprints with someone else. If they match, you both saw the same wall.':
    'Vergleiche den Fingerabdruck mit jemand anderem. Stimmen sie überein, habt ihr dieselbe Wand gesehen.',
}
