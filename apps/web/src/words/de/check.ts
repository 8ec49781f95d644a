import type { Messages } from '@stillhere/messages'

/** The page Check in German. */
export const messages: Messages = {
  'This check has ended': 'Diese Anfrage ist beendet',
  'The site asks for a passkey of your node. Add one under My node, then start again at the site.':
    'Die Website verlangt einen Passkey deines Knotens. Füge unter Mein Knoten einen hinzu und beginne dann auf der Website noch einmal.',
  'The link may be incomplete or old. Go back to the site you came from and start again.':
    'Der Link ist vielleicht unvollständig oder alt. Geh zurück zur Website, von der du kommst, und beginne noch einmal.',
  'No, cancel': 'Nein, abbrechen',
  'The connection is lost.': 'Die Verbindung ist weg.',
  'We keep trying. You can leave this page open.': 'Wir versuchen es weiter. Du kannst die Seite offen lassen.',
  'What the site learns': 'Was die Website erfährt',
  '{site} gets a name that only this site knows you by. Not your email address, and not how you move.':
    '{site} bekommt einen Namen, unter dem nur diese Website dich kennt. Nicht deine E-Mail-Adresse und nicht, wie du dich bewegst.',
  'Continue on your phone': 'Auf dem Handy weitermachen',
  'This takes motion sensors. Point your phone’s camera at the code and enter this number there:':
    'Dafür braucht es Bewegungssensoren. Richte die Kamera deines Handys auf den Code und gib dort diese Zahl ein:',
  'QR code for your phone': 'QR-Code für dein Handy',
  'Number for your phone': 'Zahl für dein Handy',
  'Don’t show or send these to anyone: with both, they could answer in your place.':
    'Zeig oder sende beides niemandem: Damit könnte jemand an deiner Stelle antworten.',
  'This address works only on this machine.': 'Diese Adresse funktioniert nur auf diesem Rechner.',
  'Phones can reach the service once it’s started with {command}.':
    'Handys erreichen den Dienst, wenn er mit {command} gestartet wird.',
  'Your phone has joined. Continue there.': 'Dein Handy ist verbunden. Mach dort weiter.',
  'This page continues when you’re done there.': 'Hier geht es weiter, wenn du dort fertig bist.',
  'Use another phone': 'Ein anderes Handy nehmen',
  'Continue on this device': 'Auf diesem Gerät weitermachen',
  'Use another device': 'Ein anderes Gerät nehmen',
  'You came here from another screen.': 'Du kommst von einem anderen Bildschirm.',
  'Continue only if you opened that page yourself.': 'Mach nur weiter, wenn du jene Seite selbst geöffnet hast.',
  'Which number does the other screen show?': 'Welche Zahl zeigt der andere Bildschirm?',
  'Two digits, next to the QR code.': 'Zwei Ziffern neben dem QR-Code.',
  'Did you start this at {site} yourself?': 'Hast du das bei {site} selbst begonnen?',
  'If someone sent you this link, stop here: your confirmation would count as theirs.':
    'Wenn dir jemand diesen Link geschickt hat, hör hier auf: Deine Bestätigung würde als seine gelten.',
  'Which number does the page of {site} show?': 'Welche Zahl zeigt die Seite von {site}?',
  'Two digits, next to the button that you pressed.': 'Zwei Ziffern neben der Schaltfläche, die du gedrückt hast.',
  'The number has two digits.': 'Die Zahl hat zwei Ziffern.',
  Continue: 'Weiter',
  'Another page has this check open': 'Diese Anfrage ist auf einer anderen Seite offen',
  'Continue there. If you can’t find it, go back to the site and start again.':
    'Mach dort weiter. Wenn du sie nicht findest, geh zurück zur Website und beginne noch einmal.',
  'Sign in first': 'Melde dich zuerst an',
  '{site} asks for level 2: a scan in real time, signed by a passkey of your node. You come back here afterwards.':
    '{site} verlangt Stufe 2: einen Scan in Echtzeit, signiert von einem Passkey deines Knotens. Danach kommst du hierher zurück.',
  'First, teach Stillhere how you move': 'Zeig Stillhere zuerst, wie du dich bewegst',
  'Four short steps, about one minute: three rounds of six arrows, then the scan itself. The result is sealed and kept in this browser, for every later check.':
    'Vier kurze Schritte, etwa eine Minute: drei Runden mit sechs Pfeilen, dann der Scan selbst. Das Ergebnis wird versiegelt und bleibt für spätere Anfragen in diesem Browser.',
  'To confirm, follow six arrows': 'Zum Bestätigen folge sechs Pfeilen',
  'Hold the phone in one hand and move it the way each arrow points. It takes about ten seconds.':
    'Halte das Handy in einer Hand und bewege es in die Richtung jedes Pfeils. Das dauert etwa zehn Sekunden.',
  'Confirm with a scan': 'Mit einem Scan bestätigen',
  'Step 4 of 4: the scan itself. Six new arrows, once.': 'Schritt 4 von 4: der Scan selbst. Sechs neue Pfeile, einmal.',
  'How you move is sealed by the service and kept in this browser only.':
    'Wie du dich bewegst, wird vom Dienst versiegelt und bleibt nur in diesem Browser.',
  'Forget my enrollment': 'Eingelerntes löschen',
  'This site also accepts a code that we email to the address of your node. It’s told that nobody moved: level 0, and no receipt.':
    'Diese Website nimmt auch einen Code, den wir an die E-Mail-Adresse deines Knotens senden. Sie erfährt, dass sich niemand bewegt hat: Stufe 0 und kein Beleg.',
  'Mail me a new code': 'Neuen Code anfordern',
  'Confirm with the code': 'Mit dem Code bestätigen',
  'We’ll take you back to {site}.': 'Wir bringen dich zurück zu {site}.',
  'Return to {site}': 'Zurück zu {site}',
  Done: 'Fertig',
  'Look at the other screen.': 'Sieh auf den anderen Bildschirm.',
  'You can close this page.': 'Du kannst diese Seite schließen.',
  'Canceled. Nothing was confirmed.': 'Abgebrochen. Nichts wurde bestätigt.',
  'This took too long. Nothing was confirmed.': 'Das hat zu lange gedauert. Nichts wurde bestätigt.',
  'This check has ended.': 'Diese Anfrage ist beendet.',
  'We’ll take you back.': 'Wir bringen dich zurück.',
  'The site canceled this. Nothing was confirmed.': 'Die Website hat das abgebrochen. Nichts wurde bestätigt.',
  'Five scans were refused, so this check is over. Nothing was confirmed.':
    'Fünf Scans wurden abgewiesen, damit ist diese Anfrage beendet. Nichts wurde bestätigt.',
  'A wrong number was entered three times, so this check is over. Nothing was confirmed.':
    'Dreimal wurde eine falsche Zahl eingegeben, damit ist diese Anfrage beendet. Nichts wurde bestätigt.',
  'Go back to {site} and start again there.': 'Geh zurück zu {site} und beginne dort noch einmal.',
  'Nothing was confirmed': 'Nichts wurde bestätigt',
  'You can close this page. If you opened the other screen yourself, cancel there, too.':
    'Du kannst diese Seite schließen. Wenn du den anderen Bildschirm selbst geöffnet hast, brich auch dort ab.',
  'That’s not the number': 'Das ist nicht die Zahl',
  'For your safety, each number works once. Point your camera at the code that the other screen shows now.':
    'Zu deiner Sicherheit gilt jede Zahl nur einmal. Richte deine Kamera auf den Code, den der andere Bildschirm jetzt zeigt.',
  'This code no longer works': 'Dieser Code gilt nicht mehr',
  'It was used, or it’s older than a minute. Point your camera at the code the other screen shows now.':
    'Er wurde benutzt oder ist älter als eine Minute. Richte deine Kamera auf den Code, den der andere Bildschirm jetzt zeigt.',
}
