import type { Messages } from '@stillhere/messages'

/** The page Research in German. */
export const messages: Messages = {
  'Lend us your motion.': 'Leih uns deine Bewegung.',
  'A minute with your phone, or half a minute in front of a camera, teaches the engine how people move. We store no pictures and no names, and you can delete your data at any time.':
    'Eine Minute mit deinem Handy oder eine halbe vor einer Kamera bringt der Engine bei, wie Menschen sich bewegen. Wir speichern keine Bilder und keine Namen, und du kannst deine Daten jederzeit löschen.',
  'Give a session': 'Sitzung beitragen',
  'Delete a session': 'Sitzung löschen',
  'Two ways to help': 'Zwei Wege zu helfen',
  'With a phone': 'Mit dem Handy',
  'With a camera': 'Mit der Kamera',
  Progress: 'Stand',
  'Usable sessions': 'Brauchbare Sitzungen',
  '{count} of {needed}': '{count} von {needed}',
  'Last one: <time></time>.': 'Die letzte: <time></time>.',
  'That’s enough for a calibration. More sessions make it better.':
    'Das reicht für eine Kalibrierung. Mit mehr Sitzungen wird sie besser.',
  '{count} more sessions, and the service can be calibrated with real people’s motion.': {
    one: 'Noch eine Sitzung, dann kann der Dienst mit Bewegungen echter Menschen kalibriert werden.',
    other: 'Noch {count} Sitzungen, dann kann der Dienst mit Bewegungen echter Menschen kalibriert werden.',
  },
  '{count} people so far': { one: 'Bisher eine Person', other: 'Bisher {count} Personen' },
  '{people}; nobody has come back on another day yet.': '{people}; noch niemand kam an einem anderen Tag wieder.',
  '{people}; {count} came back on another day.': {
    one: '{people}; eine kam an einem anderen Tag wieder.',
    other: '{people}; {count} kamen an einem anderen Tag wieder.',
  },
  'What we collect': 'Was wir erfassen',
  'What we don’t collect': 'Was wir nicht erfassen',
  'How it’s used': 'Wofür es genutzt wird',
  '<strong>18 points on your body</strong>, about 30 times a second for 30 seconds: the positions of your head, shoulders, elbows, wrists, hips, knees and ankles.':
    '<strong>18 Punkte deines Körpers</strong>, etwa 30-mal pro Sekunde, 30 Sekunden lang: wo Kopf, Schultern, Ellbogen, Handgelenke, Hüften, Knie und Knöchel sind.',
  'How lively the motion is: one score and its four parts, calculated on this device.':
    'Wie lebendig die Bewegung ist: ein Wert und seine vier Teile, auf diesem Gerät berechnet.',
  'Your operating system, browser, window size and the lighting you chose.':
    'Betriebssystem, Browser, Fenstergröße und das Licht, das du angibst.',
  '<strong>No pictures.</strong> The camera’s pictures are processed on this device and dropped. None are stored or sent.':
    '<strong>Keine Bilder.</strong> Die Kamerabilder werden auf diesem Gerät ausgewertet und verworfen. Keines wird gespeichert oder gesendet.',
  'No sound, no name, no email address.': 'Kein Ton, kein Name, keine E-Mail-Adresse.',
  'Your IP address is stored only as a scrambled mark, to limit uploads to five a day. After a day nobody can tell which address it was.':
    'Von deiner IP-Adresse bleibt nur eine unkenntliche Markierung, um auf fünf Sitzungen am Tag zu begrenzen. Nach einem Tag kann niemand mehr sagen, welche Adresse es war.',
  'Sessions teach the engine how people move, so that it turns fewer of them away. They’re kept until you delete them.':
    'Sitzungen bringen der Engine bei, wie Menschen sich bewegen, damit sie weniger Menschen abweist. Sie bleiben gespeichert, bis du sie löschst.',
  'After sending you get a <strong>delete code</strong>. Anyone with this code can delete the session at any time. Nobody else can tell which one is yours, so keep it.':
    'Nach dem Senden bekommst du einen <strong>Löschcode</strong>. Wer ihn hat, kann die Sitzung jederzeit löschen. Sonst kann niemand sagen, welche deine ist. Bewahre ihn also auf.',
  '<strong>How the phone moves and turns</strong> while you follow its arrows: three rounds of six arrows, less than ten seconds each. Only the moves are kept, not what happens between them.':
    '<strong>Wie sich das Handy bewegt und dreht</strong>, während du den Pfeilen folgst: drei Runden mit sechs Pfeilen, je unter zehn Sekunden. Nur die Bewegungen selbst werden gespeichert, nicht was dazwischen passiert.',
  'The date, your operating system, browser and window size, to tell two phones apart.':
    'Datum, Betriebssystem, Browser und Fenstergröße, um zwei Handys unterscheiden zu können.',
  'A <strong>pseudonym</strong>: random characters that this browser keeps so that you can come back. The service keeps only a scrambled version.':
    'Ein <strong>Pseudonym</strong>: zufällige Zeichen, die dieser Browser speichert, damit du wiederkommen kannst. Der Dienst speichert nur eine unkenntliche Fassung davon.',
  '<strong>No camera, no sound, no location.</strong> Only the motion sensors are read, and only during the rounds.':
    '<strong>Keine Kamera, kein Ton, kein Standort.</strong> Nur die Bewegungssensoren werden gelesen, und nur während der Runden.',
  'No name, no email address, and no link to your node, even if you’re signed in.':
    'Kein Name, keine E-Mail-Adresse und keine Verbindung zu deinem Knoten, auch wenn du angemeldet bist.',
  'This teaches the service how similar one hand is on different days and phones, and how different two hands are. It’s kept until you delete it.':
    'So lernt der Dienst, wie ähnlich sich eine Hand an verschiedenen Tagen und Handys ist und wie verschieden zwei Hände sind. Die Daten bleiben gespeichert, bis du sie löschst.',
  '<strong>Forget me</strong> deletes everything you gave with this browser. Each session also has a delete code that works anywhere.':
    '<strong>Vergiss mich</strong> löscht alles, was du mit diesem Browser beigetragen hast. Jede Sitzung hat außerdem einen Löschcode, der überall funktioniert.',
  'Only a rough outline of each round is kept for 90 days, without a pseudonym, so that nobody can reuse your motion as a scan.':
    'Nur ein grober Umriss jeder Runde bleibt 90 Tage gespeichert, ohne Pseudonym, damit niemand deine Bewegung als Scan wiederverwenden kann.',
  'I have read what is collected and how it’s used, and I agree.':
    'Ich habe gelesen, was erfasst und wofür es genutzt wird, und stimme zu.',
  Lighting: 'Licht',
  'Indoors, daylight': 'Drinnen, Tageslicht',
  'Indoors, artificial light': 'Drinnen, Lampenlicht',
  'Outdoors, daylight': 'Draußen, Tageslicht',
  'Outdoors, at night': 'Draußen, nachts',
  'Check the first box if you agree. The camera stays off until you do.':
    'Setze das erste Häkchen, wenn du zustimmst. Bis dahin bleibt die Kamera aus.',
  'Opening the camera…': 'Kamera wird geöffnet…',
  'Turn on camera': 'Kamera einschalten',
  'Turn off camera': 'Kamera ausschalten',
  'Allow the camera if your browser asks. Then the model that finds your joints loads: 10 MB the first time.':
    'Erlaube die Kamera, wenn dein Browser fragt. Dann wird das Modell geladen, das deine Gelenke findet: 10 MB beim ersten Mal.',
  'Your browser will ask too. Nothing is sent until you’ve seen it and pressed Send.':
    'Auch dein Browser fragt noch einmal. Es wird nichts gesendet, bevor du es gesehen und auf Senden gedrückt hast.',
  'Label it with a pseudonym of my node (optional).': 'Mit einem Pseudonym meines Knotens kennzeichnen (optional).',
  'Then your sessions can be recognized as coming from one person, but not which one. Erasing your node removes the link.':
    'Dann ist zu erkennen, dass deine Sitzungen von einer Person stammen, aber nicht von welcher. Wenn du deinen Knoten löschst, verschwindet die Verbindung.',
  'What to do': 'Was du tust',
  'Stand about two meters from the camera. There are five phases of {seconds} seconds each; a figure shows what to do. Skip anything that hurts. Sitting is fine too, as long as your feet are in the picture.':
    'Stell dich etwa zwei Meter vor die Kamera. Es gibt fünf Phasen von je {seconds} Sekunden; eine Figur zeigt, was zu tun ist. Lass weg, was wehtut. Sitzen geht auch, solange deine Füße im Bild sind.',
  'Stand relaxed': 'Locker stehen',
  'Let your arms hang. Breathe and sway naturally.': 'Lass die Arme hängen. Atme und schwanke ganz natürlich.',
  'Raise your arms': 'Arme heben',
  'Both arms out to the sides and up, then down again.': 'Beide Arme seitlich nach oben und wieder nach unten.',
  'Reach across': 'Hinübergreifen',
  'Touch the opposite shoulder with one hand, then switch.':
    'Berühre mit einer Hand die andere Schulter, dann wechsle.',
  Lean: 'Neigen',
  'Lean to one side, then the other, arms loose.': 'Neige dich zur einen, dann zur anderen Seite, Arme locker.',
  'Walk in place': 'Auf der Stelle gehen',
  'Lift your knees one after the other, as if walking.': 'Hebe abwechselnd die Knie, wie beim Gehen.',
  'Find your place': 'Finde deinen Platz',
  'Prop the device upright, then step back until you see your whole body.':
    'Stell das Gerät aufrecht hin und geh zurück, bis du dich ganz siehst.',
  'After you press Start, you have eight seconds to step back. Only the dots are recorded.':
    'Nach Start hast du acht Sekunden, um zurückzutreten. Nur die Punkte werden aufgezeichnet.',
  Start: 'Start',
  'We can’t see anyone yet.': 'Noch ist niemand zu sehen.',
  'We can see your whole body.': 'Du bist ganz im Bild.',
  'Part of you is out of the picture.': 'Ein Teil von dir ist nicht im Bild.',
  'Your camera picture, mirrored': 'Dein Kamerabild, gespiegelt',
  'Follow the figure': 'Folge der Figur',
  'Step back.': 'Tritt zurück.',
  'First: {phase}': 'Zuerst: {phase}',
  'Stop and discard': 'Abbrechen und verwerfen',
  'That didn’t work': 'Das hat nicht geklappt',
  'We couldn’t see anyone.': 'Es war niemand zu sehen.',
  'Add some light, stand in front of a plain wall, and step into the picture.':
    'Mach mehr Licht, stell dich vor eine einfarbige Wand und geh ins Bild.',
  'We saw you in {seen} of {all} seconds.': 'Du warst in {seen} von {all} Sekunden zu sehen.',
  'Stay in the picture until the end, with light from the front.': 'Bleib bis zum Ende im Bild, mit Licht von vorn.',
  'Part of you was out of the picture most of the time.': 'Ein Teil von dir war die meiste Zeit nicht im Bild.',
  'Step back or tilt the camera until your head and feet are both visible.':
    'Geh zurück oder neige die Kamera, bis Kopf und Füße zu sehen sind.',
  'We saw too little motion.': 'Es war zu wenig Bewegung zu sehen.',
  'Details: {reason}.': 'Einzelheiten: {reason}.',
  'This device managed only {fps} frames per second.': 'Dieses Gerät schaffte nur {fps} Bilder pro Sekunde.',
  'We need at least {fps}. Close other apps, charge the device, or use a faster one.':
    'Nötig sind mindestens {fps}. Schließe andere Apps, lade das Gerät oder nimm ein schnelleres.',
  'The camera is off and nothing was sent.': 'Die Kamera ist aus, und es wurde nichts gesendet.',
  'The camera is off. This session was discarded and nothing was sent.':
    'Die Kamera ist aus. Diese Sitzung wurde verworfen und nichts gesendet.',
  'Check it before you send it': 'Sieh es dir an, bevor du es sendest',
  'The camera is off. This is everything we’d get. Take a look, then send or discard it.':
    'Die Kamera ist aus. Das ist alles, was wir bekämen. Sieh es dir an, dann sende oder verwirf es.',
  'The points of your session, playing in a loop': 'Die Punkte deiner Sitzung in Endlosschleife',
  Length: 'Dauer',
  '{seconds} seconds in five phases': '{seconds} Sekunden in fünf Phasen',
  Points: 'Punkte',
  '{frames} × 18, whole body in {percent}%': '{frames} × 18, ganzer Körper in {percent} %',
  'Presence score': 'Präsenzwert',
  '{score}, calculated on this device': '{score}, auf diesem Gerät berechnet',
  Device: 'Gerät',
  '{os}, {browser}, window {size}': '{os}, {browser}, Fenster {size}',
  Send: 'Senden',
  'Send again': 'Noch einmal senden',
  'Save a copy': 'Kopie speichern',
  Discard: 'Verwerfen',
  'Your session stays here as long as this page is open.': 'Deine Sitzung bleibt hier, solange diese Seite offen ist.',
  'Thank you': 'Danke',
  'Your session has arrived. Thank you!': 'Deine Sitzung ist angekommen. Danke!',
  'We couldn’t read its points, so we kept only the rest.':
    'Die Punkte waren nicht lesbar, deshalb haben wir nur den Rest gespeichert.',
  'Your delete code': 'Dein Löschcode',
  'Keep this code. The page forgets it when you close the tab, and the service has no copy. Without it nobody can find your session, not even us.':
    'Bewahre diesen Code auf. Die Seite vergisst ihn, wenn du den Tab schließt, und der Dienst hat keine Kopie. Ohne ihn findet niemand deine Sitzung wieder, auch wir nicht.',
  'Save as a file': 'Als Datei speichern',
  'Give another session': 'Noch eine Sitzung beitragen',
  'With this code you can delete the motion you gave to research.':
    'Mit diesem Code kannst du die Bewegung löschen, die du der Forschung gegeben hast.',
  'Paste it at {address}': 'Füge ihn hier ein: {address}',
  'Delete code': 'Löschcode',
  'The line you kept, or the whole saved file.':
    'Die Zeile, die du aufbewahrt hast, oder die ganze gespeicherte Datei.',
  'That’s not a delete code. It has two parts, and the second starts with sd_.':
    'Das ist kein Löschcode. Er hat zwei Teile, und der zweite beginnt mit sd_.',
  'Deleted.': 'Gelöscht.',
  'The session is gone and won’t be used again.': 'Die Sitzung ist weg und wird nicht mehr verwendet.',
  'Delete this session': 'Diese Sitzung löschen',
  'Sent from this tab. The codes are kept until you close it.':
    'Aus diesem Tab gesendet. Die Codes bleiben, bis du ihn schließt.',
  'Fill in code {code}': 'Code {code} einsetzen',
  'Nothing is stored under this code.': 'Unter diesem Code ist nichts gespeichert.',
  'It may already be deleted, or the code has a typo. Paste the whole line again.':
    'Vielleicht ist sie schon gelöscht, oder der Code enthält einen Tippfehler. Füge die ganze Zeile noch einmal ein.',
  'That’s enough for today from this network.': 'Aus diesem Netz ist es für heute genug.',
  'We accept five sessions in 24 hours from one IP address.':
    'Von einer IP-Adresse nehmen wir fünf Sitzungen in 24 Stunden an.',
  'These rounds weren’t accepted.': 'Diese Runden wurden nicht angenommen.',
  'Please record them again.': 'Bitte nimm sie noch einmal auf.',
  'This session is too large.': 'Diese Sitzung ist zu groß.',
  'Record it again.': 'Nimm sie noch einmal auf.',
  'Part of this page didn’t load.': 'Ein Teil dieser Seite wurde nicht geladen.',
  'We couldn’t find a camera.': 'Wir haben keine Kamera gefunden.',
  'Connect a camera and start again.': 'Schließe eine Kamera an und beginne noch einmal.',
  'Camera access is blocked.': 'Der Zugriff auf die Kamera ist blockiert.',
  'Allow the camera for this site in your browser’s settings.':
    'Erlaube die Kamera für diese Website in den Einstellungen deines Browsers.',
  'The camera isn’t sending a picture.': 'Die Kamera liefert kein Bild.',
  'Close other apps that use the camera and start again.':
    'Schließe andere Apps, die die Kamera nutzen, und beginne noch einmal.',
  'The camera was turned off.': 'Die Kamera wurde ausgeschaltet.',
  'Leave the camera on and keep this page in front, then start again.':
    'Lass die Kamera an und diese Seite im Vordergrund und beginne noch einmal.',
  'This page can’t use a camera.': 'Diese Seite kann keine Kamera nutzen.',
  'Open it over https in a current browser.': 'Öffne sie über https in einem aktuellen Browser.',
  'The body model couldn’t be loaded.': 'Das Körpermodell konnte nicht geladen werden.',
  'Record three rounds': 'Drei Runden aufnehmen',
  'Check the box if you agree. Nothing is recorded until you do.':
    'Setze das Häkchen, wenn du zustimmst. Bis dahin wird nichts aufgezeichnet.',
  Continue: 'Weiter',
  'Your browser may ask for access to the motion sensors. The rounds are sent after the third one.':
    'Dein Browser fragt vielleicht nach den Bewegungssensoren. Die Runden werden nach der dritten gesendet.',
  'Follow the arrows': 'Folge den Pfeilen',
  'Hold the phone in one hand, elbow bent. When an arrow lights up, move the phone that way at once, about a hand’s width, and stop. Six arrows, three times. If you miss a round, you get another try.':
    'Halte das Handy in einer Hand, den Ellbogen angewinkelt. Wenn ein Pfeil aufleuchtet, bewege das Handy sofort etwa eine Handbreit in diese Richtung und halte an. Sechs Pfeile, dreimal. Wenn eine Runde misslingt, bekommst du einen neuen Versuch.',
  'Round {number} of {of}': 'Runde {number} von {of}',
  Sending: 'Wird gesendet',
  '{count} moves have arrived.': { one: 'Eine Bewegung ist angekommen.', other: '{count} Bewegungen sind angekommen.' },
  '<strong>Come back on another day</strong> with this browser; it remembers you. Nothing teaches us more than the same hand a day or a week later. Or continue with another phone: see below.':
    '<strong>Komm an einem anderen Tag wieder</strong>, mit diesem Browser; er erinnert sich an dich. Nichts lehrt uns mehr als dieselbe Hand einen Tag oder eine Woche später. Oder mach mit einem anderen Handy weiter: siehe unten.',
  'It arrived, but we can’t learn anything from it.': 'Es ist angekommen, aber wir können nichts daraus lernen.',
  'The motion wasn’t kept. Try the rounds again whenever you like.':
    'Die Bewegung wurde nicht gespeichert. Wiederhole die Runden, wann immer du magst.',
  'This browser keeps the code until you press Forget me. Save a copy if you might want to delete from somewhere else.':
    'Dieser Browser behält den Code, bis du „Vergiss mich“ drückst. Speichere eine Kopie, falls du von woanders löschen möchtest.',
  'Your three rounds are still here.': 'Deine drei Runden sind noch da.',
  'The service no longer knows your pseudonym': 'Der Dienst kennt dein Pseudonym nicht mehr',
  'Everything stored under it has been deleted. Try again: your three rounds are still here and will get a new one.':
    'Alles, was darunter gespeichert war, ist gelöscht. Versuche es noch einmal: Deine drei Runden sind noch da und bekommen ein neues.',
  'Continue on a phone': 'Auf einem Handy weitermachen',
  'Another phone': 'Ein anderes Handy',
  'This needs a phone’s motion sensors. Point your phone’s camera at the code.':
    'Dafür braucht es die Bewegungssensoren eines Handys. Richte die Kamera deines Handys auf den Code.',
  'The same hand with another phone shows us what comes from the hand and what from the phone. Point its camera at the code; what you give there is stored under your pseudonym. Anyone with the link can do the same, so keep it to yourself.':
    'Dieselbe Hand mit einem anderen Handy zeigt uns, was von der Hand kommt und was vom Handy. Richte dessen Kamera auf den Code; was du dort beiträgst, wird unter deinem Pseudonym gespeichert. Wer den Link hat, kann das auch, also behalte ihn für dich.',
  'This browser remembers you': 'Dieser Browser erinnert sich an dich',
  'Welcome back.': 'Willkommen zurück.',
  'You gave {sessions} on {days} with this phone.': 'Mit diesem Handy hast du an {days} {sessions} beigetragen.',
  'You gave {sessions} on {days} with this phone, after starting on another.':
    'Mit diesem Handy hast du an {days} {sessions} beigetragen, nach dem Anfang auf einem anderen.',
  '{count} sessions': { one: 'eine Sitzung', other: '{count} Sitzungen' },
  '{count} days': { one: 'einem Tag', other: '{count} Tagen' },
  'Another session helps most on a different day.': 'Die nächste Sitzung hilft am meisten an einem anderen Tag.',
  'It’s a new day, so another session now helps a lot.':
    'Heute ist ein neuer Tag: Noch eine Sitzung hilft jetzt besonders.',
  'Welcome from your other phone!': 'Willkommen von deinem anderen Handy!',
  'What you give here is stored under the same pseudonym.':
    'Was du hier beiträgst, wird unter demselben Pseudonym gespeichert.',
  'It shows what stays the same from phone to phone.': 'Es zeigt, was von Handy zu Handy gleich bleibt.',
  'We couldn’t use anything you gave with this phone yet.':
    'Von dem, was du mit diesem Handy beigetragen hast, konnten wir noch nichts verwenden.',
  'Feel free to try again.': 'Versuche es gern noch einmal.',
  'Forget me': 'Vergiss mich',
  'Delete everything?': 'Alles löschen?',
  'All {count} sessions you gave with this browser will be deleted, and the browser will forget your pseudonym.': {
    one: 'Die Sitzung, die du mit diesem Browser beigetragen hast, wird gelöscht, und der Browser vergisst dein Pseudonym.',
    other:
      'Alle {count} Sitzungen, die du mit diesem Browser beigetragen hast, werden gelöscht, und der Browser vergisst dein Pseudonym.',
  },
  'This browser will forget your pseudonym.': 'Dieser Browser vergisst dein Pseudonym.',
  'What you gave with another phone stays until you do the same there or delete it with its code.':
    'Was du mit einem anderen Handy beigetragen hast, bleibt, bis du dort dasselbe tust oder es mit seinem Code löschst.',
  'This browser has forgotten you.': 'Dieser Browser hat dich vergessen.',
  'This browser already has a pseudonym, and your link has a different one.':
    'Dieser Browser hat schon ein Pseudonym, und dein Link enthält ein anderes.',
  'Switch to the one in the link if it’s yours. What you gave here before stays under the old one.':
    'Nimm das aus dem Link, wenn es deines ist. Was du hier früher beigetragen hast, bleibt unter dem alten.',
  'Use the one in the link': 'Das aus dem Link nehmen',
  'Keep this one': 'Dieses behalten',
  'Not now': 'Nicht jetzt',
}
