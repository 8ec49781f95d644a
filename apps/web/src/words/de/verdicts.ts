import type { Messages } from '@stillhere/messages'

/** What receipts come to, in German. */
export const messages: Messages = {
  'the action_digest is not the expected one': 'der action_digest ist nicht der erwartete',
  'there is no receipt in the chain': 'die Kette enthält keinen Beleg',
  'several receipts follow the same one': 'mehrere Belege folgen auf denselben',
  'old profile: it leaves members unsigned and is judged only with the option legacy':
    'altes Profil: Es lässt Felder unsigniert und wird nur auf Wunsch geprüft',
  'old profile: the signed text also fits another receipt':
    'altes Profil: Der signierte Text passt auch zu einem anderen Beleg',
  'the signature does not fit this receipt and /issuer/publicKey':
    'die Signatur passt nicht zu diesem Beleg und /issuer/publicKey',
  '/previousReceiptHash is empty although a predecessor was given':
    '/previousReceiptHash ist leer, obwohl ein Vorgänger angegeben wurde',
  'the predecessor that /previousReceiptHash names is not there':
    'der Vorgänger, den /previousReceiptHash nennt, fehlt',
  '/previousReceiptHash is not the hash of the given predecessor':
    '/previousReceiptHash ist nicht der Hash des angegebenen Vorgängers',
  'continuity is asserted without an observation': 'Kontinuität wird ohne Beobachtung behauptet',
  '/verdict is PASS although an assertion is false': '/verdict ist PASS, obwohl eine Aussage falsch ist',
  '/interval/end lies in the future': '/interval/end liegt in der Zukunft',
  '/interval/start must be before /interval/end': '/interval/start muss vor /interval/end liegen',
  '/signature/signedAt must not be before /interval/end': '/signature/signedAt darf nicht vor /interval/end liegen',
  '/expiresAt must be after /interval/end': '/expiresAt muss nach /interval/end liegen',
  '/subject/id is not that of the predecessor': '/subject/id ist nicht die des Vorgängers',
  '/issuer is not that of the predecessor': '/issuer ist nicht der des Vorgängers',
  '/interval/start is before the end of the predecessor': '/interval/start liegt vor dem Ende des Vorgängers',
  '/issuer/publicKey is not among the trusted keys': '/issuer/publicKey gehört nicht zu den vertrauten Schlüsseln',
  'the receipt is revoked': 'der Beleg ist widerrufen',
  '/audience is not the expected one': '/audience ist nicht der erwartete Empfänger',
  'Its issuer states no level, so no more than level 1.': 'Der Aussteller nennt keine Stufe, also höchstens Stufe 1.',
  'Level 1, motion.': 'Stufe 1, Bewegung.',
  'Level 2, live. The motion was made in real time, and a passkey signed this scan. A program can produce such motion.':
    'Stufe 2, live. Die Bewegung entstand in Echtzeit, und ein Passkey hat diesen Scan signiert. Auch ein Programm kann eine solche Bewegung erzeugen.',
  'Level 3, device. As level 2, and the hardware that holds the passkey proved itself. A program can still produce the motion.':
    'Stufe 3, Gerät. Wie Stufe 2, und die Hardware mit dem Passkey hat sich ausgewiesen. Auch dann kann ein Programm die Bewegung erzeugt haben.',
  'A registered node stands behind it.': 'Dahinter steht ein registrierter Knoten.',
  'No registered node stands behind it.': 'Dahinter steht kein registrierter Knoten.',
  'For tests only: it proves nothing. It states:': 'Nur zum Testen: Er beweist nichts. Darin steht:',
  '{count} receipts, judged together.': '{count} Belege, zusammen geprüft.',
  'An unbroken chain': 'Eine lückenlose Kette',
  'Each follows the one before it.': 'Jeder folgt auf den vorigen.',
  'Missing receipts: {count}.': 'Fehlende Belege: {count}.',
  'Places where it forks: {count}.': 'Verzweigungen: {count}.',
  'Not an unbroken chain': 'Keine lückenlose Kette',
  Form: 'Form',
  'All required fields are present and valid, and there are no others.':
    'Alle nötigen Felder sind da und gültig, und es gibt keine weiteren.',
  Signature: 'Signatur',
  'The issuer’s key signed exactly this.': 'Der Schlüssel des Ausstellers hat genau das signiert.',
  Assertions: 'Aussagen',
  'Its statements agree with each other and with its verdict.':
    'Die Aussagen widersprechen weder einander noch dem Ergebnis.',
  Times: 'Zeiten',
  'Its times agree with each other and with the clock.': 'Die Zeiten passen zueinander und zur Uhr.',
  Evidence: 'Nachweise',
  'The evidence matches its fingerprints.': 'Die Nachweise passen zu ihren Fingerabdrücken.',
  Freshness: 'Gültigkeit',
  'It has not expired.': 'Er ist nicht abgelaufen.',
  Predecessor: 'Vorgänger',
  'It follows the receipt before it: same subject, same issuer, no overlap.':
    'Er folgt auf den Beleg davor: dieselbe Person, derselbe Aussteller, keine Überschneidung.',
  Trust: 'Vertrauen',
  'Its key is among those you trust.': 'Du vertraust seinem Schlüssel.',
  Revocation: 'Widerruf',
  'The status list of its issuer does not name it.': 'Die Widerrufsliste des Ausstellers nennt ihn nicht.',
  Age: 'Alter',
  'What it saw ended as recently as you demand.': 'Was er zeigt, ist so aktuell, wie du es verlangst.',
  Audience: 'Empfänger',
  'It is meant for the audience you named.': 'Er ist für den Empfänger bestimmt, den du genannt hast.',
  'it did not pass': 'nicht bestanden',
  'Not made.': 'Nicht geprüft.',
  'Not made: without the right form there is nothing to judge.':
    'Nicht geprüft: Ohne die richtige Form gibt es nichts zu prüfen.',
  'Not needed: it names no receipt before it, so it is the first of its chain.':
    'Nicht nötig: Er nennt keinen Beleg davor, ist also der erste seiner Kette.',
  'Not asked: a later receipt follows this one, so it may have expired.':
    'Nicht gefragt: Ein späterer Beleg folgt auf diesen, er darf also abgelaufen sein.',
  'Not made: it names a receipt before it, which was not given.':
    'Nicht geprüft: Er nennt einen Beleg davor, der hier fehlt.',
  'Not asked: anybody can make a key, and you named none that you trust.':
    'Nicht gefragt: Schlüssel kann jeder erzeugen, und du hast keinen genannt, dem du vertraust.',
  'Not asked: no status list was given.': 'Nicht gefragt: Es liegt keine Widerrufsliste vor.',
  'Not asked: you named no longest age.': 'Nicht gefragt: Du hast kein Höchstalter genannt.',
  'Not asked: you named no audience.': 'Nicht gefragt: Du hast keinen Empfänger genannt.',
  'Its own verdict': 'Ergebnis laut Beleg',
  'What it shows': 'Was er zeigt',
  Subject: 'Von wem',
  Seen: 'Gesehen',
  Signed: 'Signiert',
  Expires: 'Gültig bis',
  anybody: 'alle',
  References: 'Verweise',
  Issuer: 'Aussteller',
  Key: 'Schlüssel',
  Follows: 'Folgt auf',
  Profile: 'Profil',
  absent: 'fehlt',
  '(type {type})': '(Art {type})',
  none: 'keine Angabe',
  pass: 'bestanden',
  fail: 'nicht bestanden',
  'insufficient evidence': 'zu wenige Nachweise',
  '{length}, from {start} to {end}': '{length}, von {start} bis {end}',
  Observed: 'Beobachtet',
  Continuous: 'Durchgehend',
  Intact: 'Unversehrt',
  yes: 'ja',
  no: 'nein',
  '{words}, confidence {confidence}': '{words}, Konfidenz {confidence}',
  Engine: 'Verfahren',
  '{time} with {algorithm}': '{time} mit {algorithm}',
  'not said: five minutes after the end': 'nicht angegeben: fünf Minuten nach dem Ende',
  'no other receipt': 'keinen anderen Beleg',
  'version {version}, not signed': 'Version {version}, nicht signiert',
  'version {version}, the old profile, which leaves members unsigned':
    'Version {version}, altes Profil, das Felder unsigniert lässt',
  'version {version}, {profile}': 'Version {version}, {profile}',
  'It does not have the form of a receipt, so nothing in it is proven.':
    'Er hat nicht die Form eines Belegs, also ist nichts darin bewiesen.',
  'No signature fits, so nothing in it is proven.': 'Keine Signatur passt, also ist nichts darin bewiesen.',
  'The signature covers every member: nothing can be changed or added unseen.':
    'Die Signatur umfasst jedes Feld: Nichts lässt sich unbemerkt ändern oder hinzufügen.',
  'The old signature leaves {count} members out: anybody may have changed those.':
    'Die alte Signatur lässt {count} Felder aus: Die kann jeder geändert haben.',
  signed: 'signiert',
  'not signed': 'nicht signiert',
  'partly signed': 'teilweise signiert',
  unproven: 'nicht bewiesen',
  'the signature itself': 'die Signatur selbst',
  'the value': 'der Wert',
  'the text': 'der Text',
  'the text cannot be read': 'der Text ist nicht lesbar',
  'On {day} at {time} UTC, {what} for {length}{extras}; signed by {issuer}.':
    '{day}, {time} UTC: {what}, {length} lang{extras}; signiert von {issuer}.',
  'a test, which says nothing about a person, ran': 'Ein Test, der nichts über einen Menschen aussagt',
  'somebody practiced with a pointer': 'Jemand hat mit Maus oder Finger geübt',
  'something was observed': 'Etwas wurde beobachtet',
  'motion like a person’s followed {arrows} live': 'Eine Bewegung wie die eines Menschen folgte live {arrows}',
  'motion like a person’s followed {arrows}': 'Eine Bewegung wie die eines Menschen folgte {arrows}',
  ', and a passkey signed it': ', von einem Passkey signiert',
  ', at level {level}': ', auf Stufe {level}',
  ', for “{action}”': ', für „{action}“',
  ', for {site}': ', für {site}',
  ', and it was not accepted': ', aber nicht angenommen',
  'one arrow': 'einem Pfeil',
  '{number} arrows': '{number} Pfeilen',
  'none of {arrows}': 'keinem von {arrows}',
  '{number} of {arrows}': '{number} von {arrows}',
  one: 'einem',
  two: 'zwei',
  three: 'drei',
  four: 'vier',
  five: 'fünf',
  six: 'sechs',
  seven: 'sieben',
  eight: 'acht',
  nine: 'neun',
  ten: 'zehn',
  Unreadable: 'Nicht lesbar',
  'Give the whole text, from the first brace to the last, or the file itself.':
    'Nimm den ganzen Text, von der ersten bis zur letzten Klammer, oder die Datei selbst.',
  'Don’t rely on it. Ask the sender for the file exactly as it was issued.':
    'Verlass dich nicht darauf. Bitte den Absender um die Datei, genau wie sie ausgestellt wurde.',
  'Don’t rely on it. Tell the issuer, who alone can issue a correct one.':
    'Verlass dich nicht darauf. Sag dem Aussteller Bescheid; nur er kann einen richtigen ausstellen.',
  'Don’t rely on it. Ask for a newer receipt.': 'Verlass dich nicht darauf. Bitte um einen neueren Beleg.',
  'Check that you gave the right receipts. If you did, don’t rely on this link of the chain.':
    'Prüfe, ob es die richtigen Belege sind. Wenn ja, verlass dich nicht auf dieses Glied der Kette.',
  'Check the clock of this device, and the time you judge at. If they are right, don’t rely on it, and tell the issuer.':
    'Prüfe die Uhr dieses Geräts und den gewählten Zeitpunkt. Wenn beide stimmen, verlass dich nicht darauf und sag dem Aussteller Bescheid.',
  'This text cannot be read as a receipt.': 'In diesem Text steht kein lesbarer Beleg.',
  'It does not have the form of a receipt.': 'Er hat nicht die Form eines Belegs.',
  'It was changed after it was signed, or another key signed it.':
    'Er wurde nach dem Signieren verändert, oder ein anderer Schlüssel hat ihn signiert.',
  'It does not follow the receipt before it.': 'Er folgt nicht auf den Beleg davor.',
  'The receipt before it is about somebody else.': 'Der Beleg davor gehört zu jemand anderem.',
  'The receipt before it has another issuer.': 'Der Beleg davor hat einen anderen Aussteller.',
  'It overlaps the time of the receipt before it.': 'Er überschneidet sich zeitlich mit dem Beleg davor.',
  'It contradicts itself.': 'Er widerspricht sich selbst.',
  'Its times cannot be right.': 'Seine Zeiten können nicht stimmen.',
  'Its evidence is not the evidence that was signed for.': 'Seine Nachweise sind nicht die, die signiert wurden.',
  'It is not authentic.': 'Er ist nicht echt.',
  Invalid: 'Ungültig',
  'Not judged': 'Nicht geprüft',
  'An old receipt, whose signature leaves members out. It is refused unless you ask for such receipts.':
    'Ein alter Beleg, dessen Signatur Felder auslässt. Er wird abgelehnt, solange du solche nicht zulässt.',
  'To see whether the rest holds, have old receipts judged too.':
    'Um zu sehen, ob der Rest stimmt, lass alte Belege mitprüfen.',
  Revoked: 'Widerrufen',
  'Its issuer revoked it.': 'Der Aussteller hat ihn widerrufen.',
  'Not checked': 'Nicht geprüft',
  'Whether its issuer revoked it could not be checked.':
    'Ob der Aussteller ihn widerrufen hat, ließ sich nicht prüfen.',
  'Don’t rely on it before you have a current status list of its issuer.':
    'Verlass dich erst darauf, wenn du eine aktuelle Widerrufsliste des Ausstellers hast.',
  'Compromised key': 'Kompromittierter Schlüssel',
  'Signed with a key that its issuer has declared compromised: anybody may have made it.':
    'Signiert mit einem Schlüssel, den der Aussteller für kompromittiert erklärt hat: Jeder kann ihn gemacht haben.',
  'Get the issuer’s key from them by another way, compare every digit, and add it to the keys you trust.':
    'Lass dir den Schlüssel des Ausstellers auf anderem Weg geben, vergleiche jede Stelle und füge ihn zu deinen vertrauten Schlüsseln hinzu.',
  'Unknown issuer': 'Unbekannter Aussteller',
  'Signed with a key that is not among those you trust. Anybody can make a key.':
    'Signiert mit einem Schlüssel, dem du nicht vertraust. Schlüssel kann jeder erzeugen.',
  'Don’t rely on it unless you know the issuer. Get the issuer’s key from them by another way, compare every digit, and add it to the keys you trust.':
    'Verlass dich nur darauf, wenn du den Aussteller kennst. Lass dir seinen Schlüssel auf anderem Weg geben, vergleiche jede Stelle und füge ihn zu deinen vertrauten Schlüsseln hinzu.',
  'Unchanged since it was signed, but whose key signed it was not checked. Anybody can make a key.':
    'Seit dem Signieren unverändert, aber wessen Schlüssel es war, wurde nicht geprüft. Schlüssel kann jeder erzeugen.',
  'Not for you': 'Nicht für dich',
  'Don’t accept it for the audience you named. Ask for a receipt that names it.':
    'Nimm ihn für den genannten Empfänger nicht an. Bitte um einen Beleg, der ihn nennt.',
  'Another action': 'Andere Aktion',
  'Don’t act on it. Ask for an approval of exactly what you are about to do.':
    'Handle nicht danach. Bitte um eine Freigabe genau für das, was du vorhast.',
  Test: 'Test',
  'A receipt made for tests. It says nothing about a person.':
    'Ein Beleg zum Testen. Er sagt nichts über einen Menschen aus.',
  'Don’t accept it outside tests.': 'Nimm ihn nur in Tests an.',
  'It names no audience, so it is not meant for you.': 'Er nennt keinen Empfänger, ist also nicht für dich bestimmt.',
  'It is meant for {audience}.': 'Er ist für {audience} bestimmt.',
  'It names no action by its digest.': 'Er nennt keine Aktion mit ihrem Digest.',
  'It is for another action, whose digest is {digest}.': 'Er gilt für eine andere Aktion mit dem Digest {digest}.',
  'issuer {id}': 'Aussteller {id}',
  'An old receipt that leaves {count} members unsigned, signed by {issuer} on {time}{ending}.{outcome}':
    'Ein alter Beleg, der {count} Felder unsigniert lässt, am {time} signiert von {issuer}{ending}.{outcome}',
  'Authentic, signed by {issuer} on {time}{ending}.{outcome}':
    'Echt, am {time} signiert von {issuer}{ending}.{outcome}',
  'Good as a record. Where somebody has to be here now, ask for a newer receipt.':
    'Gut als Nachweis von damals. Wenn jemand jetzt da sein muss, bitte um einen neueren Beleg.',
  'Valid in part': 'Teilweise gültig',
  'Don’t rely on the members that are not signed: anybody may have changed them.':
    'Verlass dich nicht auf die unsignierten Felder: Jeder kann sie geändert haben.',
  Valid: 'Gültig',
  'You can rely on what it says, as far as you trust its issuer.':
    'Du kannst dich darauf verlassen, soweit du dem Aussteller vertraust.',
  ', and still fresh': ', noch gültig',
  ', which is longer ago than you allow': ', also vor längerer Zeit, als du zulässt',
  '; its five minutes are over': '; die fünf Minuten sind vorbei',
  '; it expired on {time}': '; abgelaufen am {time}',
  'It gives no verdict of its own.': 'Er nennt selbst kein Ergebnis.',
  'What it says is not a pass: {verdict}.': 'Was er aussagt, ist kein Bestehen: {verdict}.',
  'expired at {time}': 'abgelaufen am {time}',
  '{place} does not fit its payloadDigest': '{place} passt nicht zu seinem payloadDigest',
}
