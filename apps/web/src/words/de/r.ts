import type { Messages } from '@stillhere/messages'

/** The page of a receipt’s link in German. */
export const messages: Messages = {
  'A receipt': 'Ein Beleg',
  'Opening the receipt…': 'Der Beleg wird geöffnet…',
  'It says: {sentence}': 'Darin steht: {sentence}',
  'It was opened and checked in your browser. The service stores it encrypted and can’t read it.':
    'Er wurde in deinem Browser geöffnet und geprüft. Der Dienst speichert ihn verschlüsselt und kann ihn nicht lesen.',
  'Link to this receipt': 'Link zu diesem Beleg',
  Print: 'Drucken',
  'All checks': 'Alle Prüfungen',
  'Open it on another device': 'Auf einem anderen Gerät öffnen',
  'Point a camera at the code. It contains the whole link, including the key.':
    'Richte eine Kamera auf den Code. Er enthält den ganzen Link samt Schlüssel.',
  'QR code of the link to this receipt': 'QR-Code des Links zu diesem Beleg',
  'Check another receipt': 'Einen anderen Beleg prüfen',
  'This link is incomplete.': 'Dieser Link ist unvollständig.',
  'It may have been cut off. Ask for the whole link, including everything after the # sign.':
    'Vielleicht wurde er abgeschnitten. Bitte um den ganzen Link mit allem, was nach dem #-Zeichen steht.',
  'There’s no receipt at this address.': 'Unter dieser Adresse gibt es keinen Beleg.',
  'Its owner may have ended the link. Ask them for a new one, or for the file.':
    'Vielleicht wurde der Link beendet. Bitte um einen neuen oder um die Datei.',
  'This receipt can’t be opened with this link.': 'Dieser Beleg lässt sich mit diesem Link nicht öffnen.',
  'The key in the link is wrong, or the stored copy was changed. Ask for the link again.':
    'Der Schlüssel im Link ist falsch, oder die gespeicherte Kopie wurde verändert. Bitte noch einmal um den Link.',
  'What’s stored here isn’t a receipt.': 'Was hier gespeichert ist, ist kein Beleg.',
  'The key fits, but there’s no receipt inside. Ask the person who gave you the link.':
    'Der Schlüssel passt, aber es ist kein Beleg darin. Frag die Person, die dir den Link gegeben hat.',
  'This page isn’t secure.': 'Diese Seite ist nicht sicher.',
  'Receipts can only be opened over https. Change the address to https and try again.':
    'Belege lassen sich nur über https öffnen. Ändere die Adresse auf https und versuche es noch einmal.',
}
