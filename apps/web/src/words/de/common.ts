import type { Messages } from '@stillhere/messages'

/** What all pages share, in German. */
export const messages: Messages = {
  Language: 'Sprache',
  unknown: 'unbekannt',
  'this hour': 'in dieser Stunde',
  'You can check receipts on Verify. Most other things have to wait.':
    'Unter „Prüfen“ kannst du Belege prüfen. Fast alles andere muss warten.',
  'What’s open stays readable. Everything else has to wait.': 'Was offen ist, bleibt lesbar. Alles andere muss warten.',
  'The service may have just been updated, or it can’t be reached.':
    'Vielleicht wurde der Dienst gerade aktualisiert, oder er ist nicht erreichbar.',
  'It isn’t kept on this device. Reload once you’re online again.':
    'Sie ist auf diesem Gerät nicht gespeichert. Lade sie neu, sobald du wieder online bist.',
  now: 'jetzt',
  'not known yet': 'noch nicht bekannt',
  Copy: 'Kopieren',
  'Copied.': 'Kopiert.',
  'Couldn’t copy. The text is selected, so you can copy it yourself.':
    'Kopieren ging nicht. Der Text ist markiert, du kannst ihn selbst kopieren.',
  Hide: 'Verbergen',
  Show: 'Anzeigen',
  Close: 'Schließen',
  'Loading…': 'Wird geladen…',
  'Try again': 'Noch einmal versuchen',
  'Show older': 'Ältere anzeigen',
  'Note:': 'Hinweis:',
  'Done:': 'Erledigt:',
  'Warning:': 'Achtung:',
  'Failed:': 'Fehlgeschlagen:',
  '(done)': '(erledigt)',
  Home: 'Start',
  Scan: 'Scannen',
  'My node': 'Mein Knoten',
  Network: 'Netzwerk',
  Verify: 'Prüfen',
  Receipts: 'Belege',
  Receipt: 'Beleg',
  Join: 'Beitreten',
  Agents: 'Agenten',
  Research: 'Forschung',
  Developers: 'Entwickler',
  'This account is blocked.': 'Dieses Konto ist gesperrt.',
  'The operator of this service has blocked it. Ask them why.':
    'Der Betreiber dieses Dienstes hat es gesperrt. Frag dort nach dem Grund.',
  'Set-up': 'Einrichtung',
  Admin: 'Admin',
  Confirm: 'Bestätigen',
  Check: 'Prüfen',
  Approve: 'Freigeben',
  'Skip to content': 'Zum Inhalt springen',
  'You’re offline.': 'Du bist offline.',
  'Sandbox: receipts from here are for testing only.': 'Sandbox: Belege von hier sind nur zum Testen.',
  'Fill this in.': 'Bitte ausfüllen.',
  'Check for an extra or missing character.': 'Prüfe, ob ein Zeichen zu viel ist oder fehlt.',
  'It {problem}.': 'Bitte prüfen: {problem}.',
  'Something went wrong on this page. That’s our fault.':
    'Auf dieser Seite ist etwas schiefgegangen. Das liegt an uns.',
  'Reload it and try again.': 'Lade sie neu und versuche es noch einmal.',
  'We can’t reach the service.': 'Wir erreichen den Dienst nicht.',
  'Check your connection and try again.': 'Prüfe deine Verbindung und versuche es noch einmal.',
  'The service is taking too long.': 'Der Dienst braucht zu lange.',
  'It may be busy. Try again in a moment.': 'Vielleicht ist er ausgelastet. Versuche es gleich noch einmal.',
  'We got an unexpected answer.': 'Es kam eine unerwartete Antwort.',
  'A proxy or a Wi-Fi sign-in page may be in the way.':
    'Vielleicht ist ein Proxy oder eine WLAN-Anmeldeseite dazwischen.',
  'The service refused.': 'Der Dienst hat abgelehnt.',
  'The service refused this.': 'Der Dienst hat das abgelehnt.',
  'Too many tries.': 'Zu viele Versuche.',
  'You need to sign in first.': 'Melde dich zuerst an.',
  'The service has a problem.': 'Der Dienst hat ein Problem.',
  'Try again in a moment.': 'Versuche es gleich noch einmal.',
  'Try again later.': 'Versuche es später noch einmal.',
  'Try again in {count} seconds.': {
    one: 'Versuche es in einer Sekunde noch einmal.',
    other: 'Versuche es in {count} Sekunden noch einmal.',
  },
  'Try again in {count} minutes.': {
    one: 'Versuche es in einer Minute noch einmal.',
    other: 'Versuche es in {count} Minuten noch einmal.',
  },
  'Try again in {count} hours.': {
    one: 'Versuche es in einer Stunde noch einmal.',
    other: 'Versuche es in {count} Stunden noch einmal.',
  },
  'That is not the code, or it is too old.': 'Der Code ist falsch oder abgelaufen.',
  'Check it, or request a new one.': 'Prüfe ihn oder fordere einen neuen an.',
  'This wallet belongs to another node.': 'Diese Wallet gehört zu einem anderen Knoten.',
  'Sign in there and remove it, or use another account.':
    'Melde dich dort an und entferne sie, oder nimm ein anderes Konto.',
  'The signature wasn’t accepted.': 'Die Signatur wurde nicht angenommen.',
  'This link has already been used. Its invite was shown then.':
    'Dieser Link wurde schon benutzt. Die Einladung wurde dabei angezeigt.',
  'This link has expired or is incomplete.': 'Dieser Link ist abgelaufen oder unvollständig.',
  'Copy the whole link, or apply again for a new one.': 'Kopiere den ganzen Link oder bewirb dich noch einmal.',
  'The service didn’t accept the signature.': 'Der Dienst hat die Signatur nicht angenommen.',
  '{detail} Check that this device’s clock is right and the key is the agent’s current one.':
    '{detail} Prüfe, ob die Uhr dieses Geräts stimmt und es der aktuelle Schlüssel des Agenten ist.',
  'This handle belongs to an agent from another origin.': 'Dieses Handle gehört einem Agenten anderer Herkunft.',
  'Each handle can be used once; upper and lower case count as the same. Choose another.':
    'Jedes Handle gibt es nur einmal; Groß- und Kleinschreibung zählt nicht. Wähle ein anderes.',
  'This agent is already declared with another key.': 'Dieser Agent ist schon mit einem anderen Schlüssel registriert.',
  'If it’s yours, look it up and use its key. If not, choose another handle.':
    'Wenn es deiner ist, schlage ihn nach und nimm seinen Schlüssel. Sonst wähle ein anderes Handle.',
  'This key can be declared but not proved.': 'Dieser Schlüssel lässt sich registrieren, aber nicht nachweisen.',
  'Only Ed25519 keys can be proved. Declare another agent with one, or with a key created here.':
    'Nur Ed25519-Schlüssel lassen sich nachweisen. Registriere einen anderen Agenten mit einem solchen oder mit einem hier erzeugten Schlüssel.',
  'This key has already been proved, by this agent or another one.':
    'Dieser Schlüssel wurde schon nachgewiesen, von diesem oder einem anderen Agenten.',
  'A proved key belongs to one agent for good. Use a key that has never been used.':
    'Ein nachgewiesener Schlüssel gehört für immer zu einem Agenten. Nimm einen unbenutzten.',
  'This agent has been revoked permanently.': 'Dieser Agent wurde endgültig widerrufen.',
  'Declare a new agent under another handle, or ask the operator of this service to free this one.':
    'Registriere einen neuen Agenten unter einem anderen Handle, oder bitte den Betreiber dieses Dienstes, dieses freizugeben.',
  'There’s no agent with this ID.': 'Es gibt keinen Agenten mit dieser ID.',
  'An ID looks like agent:handle@origin. Check every character.':
    'Eine ID sieht so aus: agent:handle@origin. Prüfe jedes Zeichen.',
  'This session is already stored.': 'Diese Sitzung ist schon gespeichert.',
  'It counts once. Its delete code was shown when it first arrived and can’t be shown again.':
    'Sie zählt einmal. Ihr Löschcode wurde beim ersten Mal angezeigt und kann nicht noch einmal angezeigt werden.',
  'There are too few research sessions.': 'Es gibt zu wenige Forschungssitzungen.',
  '{detail} More come in on the Research page.': '{detail} Weitere kommen über die Seite Forschung.',
  'A calibration is already running.': 'Es läuft schon eine Kalibrierung.',
  'Someone else may have started it. Its progress is shown here. Wait for it to finish, or cancel it.':
    'Vielleicht hat sie jemand anderes gestartet. Hier siehst du den Fortschritt. Warte, bis sie fertig ist, oder brich sie ab.',
  'This artifact can’t be put in force.': 'Dieses Artefakt kann nicht in Kraft gesetzt werden.',
  'It’s kept for comparison. Its warnings say why.':
    'Es bleibt zum Vergleich gespeichert. Seine Warnungen sagen, warum.',
  'The platform didn’t accept it.': 'Die Plattform hat es nicht angenommen.',
  '{detail} You can send it again.': '{detail} Du kannst es noch einmal senden.',
  'We don’t know whether it was accepted.': 'Wir wissen nicht, ob es angenommen wurde.',
  'It won’t be sent again automatically. Check the platform, then settle it in the history below.':
    'Es wird nicht von selbst noch einmal gesendet. Sieh auf der Plattform nach und kläre es dann unten im Verlauf.',
  'The outcome of this post is already known.': 'Was aus diesem Beitrag wurde, ist schon bekannt.',
  'Someone settled it, or it’s being sent right now. The history shows it.':
    'Jemand hat es geklärt, oder er wird gerade gesendet. Der Verlauf zeigt es.',
  'This device’s clock is wrong.': 'Die Uhr dieses Geräts geht falsch.',
  'Set it automatically, then sign again.': 'Lass sie automatisch stellen und signiere noch einmal.',
  'This message was already used or has expired.': 'Diese Nachricht wurde schon benutzt oder ist abgelaufen.',
  'Sign a new one.': 'Signiere eine neue.',
  'The signature doesn’t match the account.': 'Die Signatur passt nicht zum Konto.',
  'Sign with the account named in the message. Smart contract wallets work only if the operator has set that up.':
    'Signiere mit dem Konto, das in der Nachricht steht. Smart-Contract-Wallets gehen nur, wenn der Betreiber das eingerichtet hat.',
  'This isn’t the service’s address.': 'Das ist nicht die Adresse des Dienstes.',
  'Open the page at its public address.': 'Öffne die Seite unter ihrer öffentlichen Adresse.',
  'QR code of {address}': 'QR-Code von {address}',
  'Or open this address there': 'Oder öffne dort diese Adresse',
  Command: 'Befehl',
  'This address works only on this machine, and phones share motion only with secure pages. Start the service for your network, then open the address it prints or scan its QR code:':
    'Diese Adresse funktioniert nur auf diesem Rechner, und Handys geben Bewegungsdaten nur an sichere Seiten. Starte den Dienst für dein Netzwerk und öffne dann die ausgegebene Adresse oder scanne ihren QR-Code:',
  Waiting: 'Wartet',
  'Approved, not used yet': 'Freigegeben, noch nicht genutzt',
  'Approved and used': 'Freigegeben und genutzt',
  Expired: 'Abgelaufen',
  'Approved, not used in time': 'Freigegeben, nicht rechtzeitig genutzt',
  Denied: 'Abgelehnt',
  'Denied: the asker may no longer ask': 'Abgelehnt: Anfragen von dort sind nicht mehr erlaubt',
  'Denied after five refused scans': 'Nach fünf abgewiesenen Scans abgelehnt',
  'The motion looks like that of a person and answers a fresh challenge. A program can produce such motion.':
    'Die Bewegung sieht aus wie die eines Menschen und beantwortet eine frische Aufgabe. Auch ein Programm kann eine solche Bewegung erzeugen.',
  'The scan was made in real time, and a passkey of your node signed it. A program can produce such motion.':
    'Der Scan entstand in Echtzeit, und ein Passkey deines Knotens hat ihn signiert. Auch ein Programm kann eine solche Bewegung erzeugen.',
  'Remove one to add another.': 'Entferne einen, um einen anderen hinzuzufügen.',
  'This browser can’t get notices here.': 'Dieser Browser kann hier keine Benachrichtigungen empfangen.',
  'Use another browser or device, or rely on email. Notices need a page opened over https.':
    'Nimm einen anderen Browser, ein anderes Gerät oder E-Mail. Benachrichtigungen brauchen eine Seite über https.',
  'Notifications are blocked for this site.': 'Benachrichtigungen sind für diese Website blockiert.',
  'Allow them in your browser’s settings for this site, then try again.':
    'Erlaube sie in den Einstellungen deines Browsers für diese Website und versuche es noch einmal.',
  'You haven’t decided yet.': 'Du hast dich noch nicht entschieden.',
  'Try again, and choose Allow when your browser asks.':
    'Versuche es noch einmal und wähle „Zulassen“, wenn dein Browser fragt.',
  'Your browser couldn’t reach its push service.': 'Dein Browser hat seinen Push-Dienst nicht erreicht.',
  'Check your connection and try again. In private windows it often doesn’t work.':
    'Prüfe deine Verbindung und versuche es noch einmal. In privaten Fenstern geht es oft nicht.',
  'Ten devices already get notices.': 'Zehn Geräte bekommen schon Benachrichtigungen.',
  'Your receipts': 'Deine Belege',
  'Every receipt you get is saved here, on this device. No account needed.':
    'Jeder Beleg, den du bekommst, wird hier auf diesem Gerät gespeichert. Ganz ohne Konto.',
  'On this device': 'Auf diesem Gerät',
  'Saved on this device.': 'Auf diesem Gerät gespeichert.',
  'This browser couldn’t save the receipt.': 'Dieser Browser konnte den Beleg nicht speichern.',
  'Save it as a file now. This may be a private window, or storage may be full.':
    'Speichere ihn jetzt als Datei. Vielleicht ist es ein privates Fenster, oder der Speicher ist voll.',
  'This browser doesn’t let pages store anything.': 'Dieser Browser lässt Seiten nichts speichern.',
  'This may be a private window. Download each receipt right after its scan.':
    'Vielleicht ist es ein privates Fenster. Lade jeden Beleg gleich nach dem Scan herunter.',
  'No receipts on this device yet.': 'Noch keine Belege auf diesem Gerät.',
  'A scan gives you one: a signed record that others can check. It’s saved here automatically.':
    'Ein Scan gibt dir einen: einen signierten Nachweis, den andere prüfen können. Er wird hier automatisch gespeichert.',
  'Browsers can clear what pages store. If a receipt matters, get a link or download it.':
    'Browser können löschen, was Seiten speichern. Wenn dir ein Beleg wichtig ist, hol dir einen Link oder lade ihn herunter.',
  'this browser': 'dieser Browser',
  Open: 'Öffnen',
  Download: 'Herunterladen',
  Share: 'Teilen',
  'Get a link': 'Link erstellen',
  'Get a link to this receipt?': 'Link zu diesem Beleg erstellen?',
  'Your browser encrypts the receipt, and the service stores the result without being able to read it: the key is only in the link. Anyone you give the link to can open it.':
    'Dein Browser verschlüsselt den Beleg, und der Dienst speichert das Ergebnis, ohne es lesen zu können: Der Schlüssel steht nur im Link. Wer den Link von dir bekommt, kann den Beleg öffnen.',
  'Your link is ready.': 'Dein Link ist fertig.',
  Link: 'Link',
  'Copy link': 'Link kopieren',
  'Link copied.': 'Link kopiert.',
  'Your browser doesn’t let pages copy. Open the receipt and copy its address.':
    'Dein Browser lässt Seiten nichts kopieren. Öffne den Beleg und kopiere seine Adresse.',
  'End the link': 'Link beenden',
  'End this link?': 'Diesen Link beenden?',
  'The service deletes its copy. The receipt stays on this device.':
    'Der Dienst löscht seine Kopie. Der Beleg bleibt auf diesem Gerät.',
  'The service deletes its copy. The receipt stays on the device that has it.':
    'Der Dienst löscht seine Kopie. Der Beleg bleibt auf dem Gerät, das ihn hat.',
  'The link no longer works.': 'Der Link funktioniert nicht mehr.',
  'Sign in to get a link to a receipt.': 'Melde dich an, um einen Link zu einem Beleg zu erstellen.',
  'Sign in': 'Anmelden',
  'Links need a secure page (https).': 'Links brauchen eine sichere Seite (https).',
  Remove: 'Entfernen',
  'Remove this receipt from this device?': 'Diesen Beleg von diesem Gerät entfernen?',
  'You can’t get it back. Download it first if you might need it.':
    'Du bekommst ihn nicht zurück. Lade ihn vorher herunter, falls du ihn noch brauchst.',
  'Its link keeps working until you end it. After this, you can only end it under My node.':
    'Sein Link funktioniert weiter, bis du ihn beendest. Danach geht das nur noch unter Mein Knoten.',
  'Receipt removed from this device.': 'Beleg von diesem Gerät entfernt.',
  'Remove all': 'Alle entfernen',
  'Remove all receipts from this device?': 'Alle Belege von diesem Gerät entfernen?',
  'You can’t get them back. Links to them keep working until you end them under My node.':
    'Du bekommst sie nicht zurück. Ihre Links funktionieren weiter, bis du sie unter Mein Knoten beendest.',
  'All receipts removed from this device.': 'Alle Belege von diesem Gerät entfernt.',
  Cancel: 'Abbrechen',
  'Links at the service': 'Links beim Dienst',
  'What the service stores for your links. It can’t read any of it.':
    'Was der Dienst für deine Links speichert. Nichts davon kann er lesen.',
  'Drop it to check it': 'Zum Prüfen loslassen',
  '{count} receipts stay on this device.': {
    one: 'Ein Beleg bleibt auf diesem Gerät.',
    other: '{count} Belege bleiben auf diesem Gerät.',
  },
  'Anyone who uses this browser can see them. If this device isn’t yours, remove them.':
    'Wer diesen Browser benutzt, kann sie sehen. Wenn dieses Gerät nicht dir gehört, entferne sie.',
  'Keep them': 'Behalten',
  'Remove them': 'Entfernen',
  'You already have 100 links.': 'Du hast schon 100 Links.',
  'End one to get another.': 'Beende einen, um einen neuen zu erstellen.',
  Appearance: 'Darstellung',
  System: 'System',
  Light: 'Hell',
  Dark: 'Dunkel',
  'Verify a receipt': 'Beleg prüfen',
  Docs: 'Dokumentation (englisch)',
  Status: 'Status',
  'Page not found': 'Seite nicht gefunden',
  'Check the address, search the docs, or go on from here.':
    'Prüfe die Adresse, durchsuche die Dokumentation oder geh von hier aus weiter.',
  'Search the docs': 'Dokumentation durchsuchen',
  Search: 'Suchen',
  'Stillhere, home': 'Stillhere, Startseite',
  Pages: 'Seiten',
  More: 'Mehr',
  'You’re not signed in.': 'Du bist nicht angemeldet.',
  'Join with an invite, or sign in with a passkey, your email or your wallet.':
    'Tritt mit einer Einladung bei oder melde dich mit Passkey, E-Mail oder Wallet an.',
  'Join or sign in': 'Beitreten oder anmelden',
  'Account: {handle}': 'Konto: {handle}',
  'Signed in as': 'Angemeldet als',
  'Devices and sign-in': 'Geräte und Anmeldung',
  'Sign out': 'Abmelden',
  'We couldn’t sign you out. Check your connection and try again.':
    'Wir konnten dich nicht abmelden. Prüfe deine Verbindung und versuche es noch einmal.',
  'Something went wrong': 'Etwas ist schiefgegangen',
  'Nothing you already sent is lost. Try again, or reload the page if it keeps happening.':
    'Was du schon gesendet hast, ist nicht verloren. Versuche es noch einmal, oder lade die Seite neu, wenn es wieder passiert.',
  Reload: 'Neu laden',
  'This page didn’t load': 'Diese Seite wurde nicht geladen',
  'Its code couldn’t be loaded.': 'Ihr Code konnte nicht geladen werden.',
  'No invite? <link>Ask for one</link>': 'Keine Einladung? <link>Bitte um eine</link>',
  'Ask for an invite': 'Um eine Einladung bitten',
  Code: 'Code',
  'The code has six digits.': 'Der Code hat sechs Ziffern.',
  'We emailed a 6-digit code to {email}.': 'Wir haben einen sechsstelligen Code an {email} gesendet.',
  'This server has no mail set up. The operator has the code for {email}: ask them.':
    'Auf diesem Server ist keine E-Mail eingerichtet. Der Code für {email} liegt beim Betreiber: Frag dort nach.',
  'This server has no mail set up. The code for {email} is in the newest file in {folder}.':
    'Auf diesem Server ist keine E-Mail eingerichtet. Der Code für {email} steht in der neuesten Datei in {folder}.',
  'No passkey was used.': 'Es wurde kein Passkey verwendet.',
  'This needs a fresh sign-in.': 'Dafür musst du dich neu anmelden.',
  'Nothing was changed. Try again, and sign in with a passkey or a code when asked.':
    'Es wurde nichts geändert. Versuch es noch einmal und melde dich mit einem Passkey oder einem Code an, wenn du gefragt wirst.',
  'Sign in again': 'Melde dich noch einmal an',
  'This needs a sign-in from the last ten minutes, so that no one who finds your device open can do it. Then it goes on.':
    'Dafür musst du dich in den letzten zehn Minuten angemeldet haben: Niemand, der dein Gerät offen findet, soll das tun können. Danach geht es weiter.',
  'Use a passkey': 'Passkey verwenden',
  'That passkey belongs to another account.': 'Dieser Passkey gehört zu einem anderen Konto.',
  'Pick another one.': 'Wähle einen anderen.',
  'Try again, or use a code.': 'Versuch es noch einmal oder nimm einen Code.',
  'Email me a code': 'Code per E-Mail senden',
  'Email me another code': 'Neuen Code per E-Mail senden',
}
