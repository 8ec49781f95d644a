import type { Messages } from '@stillhere/messages'

/** The page Verify in German. */
export const messages: Messages = {
  'You trust this key.': 'Du vertraust diesem Schlüssel.',
  'You trust this key as “{name}”.': 'Du vertraust diesem Schlüssel als „{name}“.',
  'This service publishes the key as its own, for the time in which it signed.':
    'Dieser Dienst veröffentlicht den Schlüssel als seinen eigenen, für die Zeit der Signatur.',
  'This browser made the key and signed it itself. No issuer vouches for it.':
    'Dieser Browser hat den Schlüssel erzeugt und selbst signiert. Kein Aussteller bürgt dafür.',
  'This service says that the key was stolen. Nothing it signed counts.':
    'Dieser Dienst sagt, dass der Schlüssel gestohlen wurde. Nichts, was er signiert hat, zählt.',
  'It is a key of this service, but signed at a time when it was not in use.':
    'Es ist ein Schlüssel dieses Dienstes, aber er war zur Zeit der Signatur nicht in Gebrauch.',
  'It is neither a key of this service nor one that you added.':
    'Es ist weder ein Schlüssel dieses Dienstes noch einer, den du hinzugefügt hast.',
  'Not looked up: this service could not be asked for its keys.':
    'Nicht nachgesehen: Die Schlüssel dieses Dienstes ließen sich nicht abrufen.',
  'The issuer’s signed list, made {age}, names it.': 'Die signierte Liste des Ausstellers ({age}) nennt ihn.',
  'The issuer’s signed list, made {age}, does not name it.':
    'Die signierte Liste des Ausstellers ({age}) nennt ihn nicht.',
  'The issuer’s signed list, made {age}, only covers receipts that expired after {day}.':
    'Die signierte Liste des Ausstellers ({age}) gilt nur für Belege, die nach dem {day} abgelaufen sind.',
  'Not looked up: the list at hand is out of date since {age}.':
    'Nicht nachgesehen: Die vorhandene Liste ist veraltet ({age}).',
  'Not looked up: the list was refused. {detail}': 'Nicht nachgesehen: Die Liste wurde abgelehnt. {detail}',
  'Not looked up: this service keeps no list for that key.':
    'Nicht nachgesehen: Dieser Dienst führt keine Liste für diesen Schlüssel.',
  'Not looked up: the list could not be fetched.': 'Nicht nachgesehen: Die Liste ließ sich nicht abrufen.',
  'just now': 'gerade eben',
  'Drop a file anywhere, paste a receipt or a link, or scan a code. It’s checked in your browser and never leaves it.':
    'Zieh eine Datei hierher, füge einen Beleg oder Link ein oder scanne einen Code. Er wird in deinem Browser geprüft und verlässt ihn nicht.',
  'Check a receipt': 'Einen Beleg prüfen',
  'Paste a receipt or a link. Add several to check them as a chain.':
    'Füge einen Beleg oder Link ein. Mehrere werden zusammen als Kette geprüft.',
  'Nothing here yet. Paste a receipt first.': 'Hier ist noch nichts. Füge zuerst einen Beleg ein.',
  'Add to what’s shown, as a chain': 'Zum Angezeigten hinzufügen, als Kette',
  'Choose files': 'Dateien wählen',
  'Scan a code': 'Code scannen',
  'Point the camera at the QR code of a receipt.': 'Richte die Kamera auf den QR-Code eines Belegs.',
  'Starting the camera…': 'Kamera wird gestartet…',
  'The camera can’t be used. Allow it in your browser’s settings, or paste the link.':
    'Die Kamera lässt sich nicht nutzen. Erlaube sie in den Einstellungen deines Browsers oder füge den Link ein.',
  'That code holds no receipt. Try another one.': 'In diesem Code steckt kein Beleg. Versuche einen anderen.',
  'Your receipts on this device': 'Deine Belege auf diesem Gerät',
  'It says: {sentence}': 'Darin steht: {sentence}',
  Print: 'Drucken',
  'Check again': 'Erneut prüfen',
  Clear: 'Leeren',
  'Getting this service’s keys and its list of revoked receipts…':
    'Schlüssel und Widerrufsliste dieses Dienstes werden abgerufen…',
  'Pasted text': 'Eingefügter Text',
  'The receipt in the link': 'Der Beleg im Link',
  'The checks': 'Die Prüfungen',
  'Checks of the format': 'Prüfungen des Formats',
  'Beyond the format': 'Über das Format hinaus',
  'Looked up and demanded': 'Nachgesehen und verlangt',
  'What it says': 'Was darin steht',
  'What the signature covers': 'Was die Signatur umfasst',
  'Every member': 'Alle Felder',
  'and {count} more, marked the same': {
    one: 'und {count} weiteres mit derselben Markierung',
    other: 'und {count} weitere mit derselben Markierung',
  },
  PASS: 'OK',
  FAIL: 'NEIN',
  SKIPPED: 'OFFEN',
  'What is checked': 'Was geprüft wird',
  'The keys and the list of revoked receipts are here. From now on this also works offline.':
    'Schlüssel und Widerrufsliste sind da. Ab jetzt geht das auch offline.',
  'We couldn’t get this service’s keys or its list of revoked receipts. Everything else still works.':
    'Schlüssel oder Widerrufsliste dieses Dienstes ließen sich nicht abrufen. Alles andere geht trotzdem.',
  Options: 'Optionen',
  Audience: 'Empfänger',
  'For example https://shop.example. Leave it empty to accept any audience.':
    'Zum Beispiel https://shop.example. Leer lassen, um jeden Empfänger zuzulassen.',
  'As of': 'Zeitpunkt',
  'In your local time. Leave it empty for now. Revocation is always checked as of now.':
    'In deiner Ortszeit. Leer lassen für jetzt. Der Widerruf wird immer für jetzt geprüft.',
  'Also check old receipts, whose signature leaves members out':
    'Auch alte Belege prüfen, deren Signatur Felder auslässt',
  'Issuers you trust': 'Aussteller, denen du vertraust',
  'This service’s own keys are already trusted. Add those of other issuers; don’t take a key from the receipt itself.':
    'Die Schlüssel dieses Dienstes gelten schon als vertraut. Füge die anderer Aussteller hinzu, aber nimm keinen Schlüssel aus dem Beleg selbst.',
  Name: 'Name',
  'Shown only to you. Optional.': 'Nur für dich sichtbar. Freiwillig.',
  'Public key': 'Öffentlicher Schlüssel',
  'A key has 64 characters: 0 to 9 and a to f.': 'Ein Schlüssel hat 64 Zeichen: 0 bis 9 und a bis f.',
  'Trust this key': 'Diesem Schlüssel vertrauen',
  'No name': 'Ohne Namen',
  'This is far longer than any receipt.': 'Das ist viel länger als jeder Beleg.',
  'This link leads to {host}. Open it there.': 'Dieser Link führt zu {host}. Öffne ihn dort.',
  'It holds more than {count} receipts.': {
    one: 'Es ist mehr als {count} Beleg.',
    other: 'Es sind mehr als {count} Belege.',
  },
  'The text is not JSON: {detail}': 'Der Text ist kein JSON: {detail}',
  'The file is far larger than any receipt.': 'Die Datei ist viel größer als jeder Beleg.',
  'There is no UTF-8 text in this file.': 'In dieser Datei ist kein UTF-8-Text.',
  'The file is empty.': 'Die Datei ist leer.',
  'this service': 'diesem Dienst',
  'an unknown key': 'einem unbekannten Schlüssel',
  'a key you added': 'ein Schlüssel, den du hinzugefügt hast',
  '“{name}”': '„{name}“',
  'Signed by this browser': 'Von diesem Browser signiert',
  'Unchanged since this browser signed it. No one else vouches for it.':
    'Unverändert, seit dieser Browser ihn signiert hat. Sonst bürgt niemand dafür.',
  'It’s a record for yourself: anybody can make a key, so it proves nothing to others.':
    'Er ist ein Nachweis für dich selbst: Schlüssel kann jeder erzeugen, anderen beweist er also nichts.',
  'Valid so far': 'Bisher gültig',
  'The list of revoked receipts could not be used. Check again when you’re online.':
    'Die Widerrufsliste ließ sich nicht nutzen. Prüfe noch einmal, wenn du online bist.',
  'Whether it was revoked is not known.': 'Ob er widerrufen wurde, ist nicht bekannt.',
  'It expired so long ago that the list of revoked receipts no longer covers it.':
    'Er ist so lange abgelaufen, dass die Widerrufsliste nicht mehr so weit zurückreicht.',
  'If that matters to you, ask for a newer receipt.': 'Wenn dir das wichtig ist, bitte um einen neueren Beleg.',
  'To check it as of an earlier time, set that time under “Options”.':
    'Um ihn für einen früheren Zeitpunkt zu prüfen, stelle ihn unter „Optionen“ ein.',
  'Add keys under “Options”.': 'Schlüssel fügst du unter „Optionen“ hinzu.',
  'Turn that on under “Options”.': 'Schalte das unter „Optionen“ ein.',
  'Add that one to check the link.': 'Füge ihn hinzu, um die Verbindung zu prüfen.',
}
