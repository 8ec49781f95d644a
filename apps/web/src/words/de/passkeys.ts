import type { Messages } from '@stillhere/messages'

/** Passkeys in German. */
export const messages: Messages = {
  'This browser can’t use passkeys here.': 'Dieser Browser kann hier keine Passkeys verwenden.',
  'Open the page over https, or use a newer browser.': 'Öffne die Seite über https oder nimm einen neueren Browser.',
  'Name of the passkey': 'Name des Passkeys',
  'Only you see it, for example “phone” or “laptop”.': 'Nur du siehst ihn, zum Beispiel „Handy“ oder „Laptop“.',
  'Add a passkey': 'Passkey hinzufügen',
  'This device has no way to unlock a passkey.': 'Dieses Gerät kann keinen Passkey entsperren.',
  'Set up a PIN, fingerprint or face unlock, or use another device.':
    'Richte eine PIN, einen Fingerabdruck oder die Gesichtserkennung ein, oder nimm ein anderes Gerät.',
  'Passkeys don’t work at this address.': 'Passkeys funktionieren unter dieser Adresse nicht.',
  'Open the page at its public address, or as localhost on this machine.':
    'Öffne die Seite unter ihrer öffentlichen Adresse oder auf diesem Rechner als localhost.',
  'This device already has a passkey for your node.': 'Dieses Gerät hat schon einen Passkey für deinen Knoten.',
  'For a second one, use another device: a phone, a computer or a security key.':
    'Nimm für einen zweiten ein anderes Gerät: ein Handy, einen Computer oder einen Sicherheitsschlüssel.',
  'This device can’t store a passkey.': 'Dieses Gerät kann keinen Passkey speichern.',
  'Use another one.': 'Nimm ein anderes.',
  'No passkey was created.': 'Es wurde kein Passkey erstellt.',
  'It was canceled, took too long, or the device wasn’t unlocked. Try again.':
    'Es wurde abgebrochen, hat zu lange gedauert, oder das Gerät wurde nicht entsperrt. Versuche es noch einmal.',
  'It was canceled. Try again if you like.': 'Es wurde abgebrochen. Versuche es noch einmal, wenn du magst.',
  'The service didn’t accept this passkey.': 'Der Dienst hat diesen Passkey nicht angenommen.',
  'This passkey is already registered.': 'Dieser Passkey ist schon registriert.',
  'Use another device.': 'Nimm ein anderes Gerät.',
  'Your node has ten passkeys.': 'Dein Knoten hat zehn Passkeys.',
  'It may have been copied, so it can no longer sign. Remove it and create a new one.':
    'Er wurde möglicherweise kopiert und kann deshalb nicht mehr signieren. Entferne ihn und erstelle einen neuen.',
  'Attested device: its maker vouches for it.': 'Bestätigtes Gerät: Der Hersteller bürgt dafür.',
  'Passkey backed up by its provider.': 'Passkey, vom Anbieter gesichert.',
  'Passkey on one device.': 'Passkey auf einem Gerät.',
  'Next time, sign in with your face or fingerprint': 'Melde dich nächstes Mal mit Gesicht oder Fingerabdruck an',
  'Add a passkey to this device and you won’t need a code from your email. It never leaves the device, or your own password manager.':
    'Füge auf diesem Gerät einen Passkey hinzu, dann brauchst du keinen Code per E-Mail mehr. Er verlässt das Gerät oder deinen eigenen Passwortmanager nie.',
  'Not now': 'Nicht jetzt',
  'Passkey added. Next time, choose “Sign in with a passkey”.':
    'Passkey hinzugefügt. Wähle nächstes Mal „Mit Passkey anmelden“.',
  'It was canceled, or this device has none for this site. Sign in by email instead, or try again.':
    'Es wurde abgebrochen, oder dieses Gerät hat keinen für diese Website. Melde dich stattdessen per E-Mail an oder versuche es noch einmal.',
  'That passkey didn’t work.': 'Dieser Passkey hat nicht funktioniert.',
}
