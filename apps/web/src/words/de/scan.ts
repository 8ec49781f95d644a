import type { Messages } from '@stillhere/messages'

/** The page Scan in German. */
export const messages: Messages = {
  'Can’t move a phone?': 'Du kannst kein Handy bewegen?',
  'A scan is one way to show you’re here, not the only one. Here’s what works today:':
    'Ein Scan ist ein Weg, zu zeigen, dass du da bist, aber nicht der einzige. Das geht heute:',
  'All ways, with their levels and error rates': 'Alle Wege mit ihren Stufen und Fehlerquoten',
  'Sitting down, or with one hand': 'Im Sitzen oder mit einer Hand',
  'Scan as usual: it’s made for one hand, and you can sit. Same level as any scan. How often it fails this way hasn’t been measured.':
    'Scanne wie alle: Eine Hand genügt, und du kannst sitzen. Die Stufe ist dieselbe wie bei jedem Scan. Wie oft es so misslingt, wurde nicht gemessen.',
  'With a tremor': 'Mit einem Tremor',
  'Scan as usual. How often it fails for people with a tremor hasn’t been measured. If it does, use a code.':
    'Scanne wie alle. Wie oft das mit einem Tremor misslingt, wurde nicht gemessen. Wenn es misslingt, nimm einen Code.',
  'With a finger, a mouse or keys only': 'Nur mit Finger, Maus oder Tasten',
  'You can practice here. It proves nothing, and there’s no receipt.':
    'Du kannst hier üben. Das beweist nichts, und es gibt keinen Beleg.',
  'With a camera only': 'Nur mit einer Kamera',
  'No page of ours accepts a camera alone yet.': 'Eine Kamera allein genügt noch auf keiner unserer Seiten.',
  'Without moving at all': 'Ganz ohne Bewegung',
  'Joining and signing in need no scan: a code by email is enough. Sites that allow it accept that code in a check, too. They’re told it is level 0: nobody moved, and there’s no receipt. You can deny an approval without a scan, and give it by a code where the site allows that.':
    'Beitreten und Anmelden gehen ohne Scan: Ein Code per E-Mail genügt. Websites, die es erlauben, nehmen diesen Code auch bei einer Anfrage an. Sie erfahren, dass es Stufe 0 ist: Niemand hat sich bewegt, und es gibt keinen Beleg. Freigaben kannst du ohne Scan ablehnen und, wo die Website es erlaubt, mit einem Code erteilen.',
  'Too many tries for now': 'Vorerst zu viele Versuche',
  'This scan arrived too late': 'Dieser Scan kam zu spät an',
  'Your node is unchanged. There’s a limited number of tries an hour.':
    'Dein Knoten ist unverändert. Die Zahl der Versuche pro Stunde ist begrenzt.',
  'Your node is unchanged.': 'Dein Knoten ist unverändert.',
  'Nothing was recorded, and nothing counts against you.':
    'Es wurde nichts aufgezeichnet, und nichts zählt gegen dich.',
  'You’re no longer signed in': 'Du bist nicht mehr angemeldet',
  'Your session has ended. Sign in again; your enrollment stays on this device.':
    'Deine Sitzung ist beendet. Melde dich wieder an; was du eingelernt hast, bleibt auf diesem Gerät.',
  'Your enrollment is no longer valid': 'Was du eingelernt hast, gilt nicht mehr',
  'It has expired, or you’ve enrolled again since, perhaps on another device. Enroll again; it takes about a minute.':
    'Es ist abgelaufen, oder du hast inzwischen neu eingelernt, vielleicht auf einem anderen Gerät. Lerne noch einmal ein; das dauert etwa eine Minute.',
  'You reached particle level {level}!': 'Du hast Partikelstufe {level} erreicht!',
  'That’s enough for today.': 'Das reicht für heute.',
  'Your scan counts.': 'Dein Scan zählt.',
  '+{count} points': { one: '+{count} Punkt', other: '+{count} Punkte' },
  'Strong scan! Double points.': 'Starker Scan! Doppelte Punkte.',
  'Some points were lost while you were away; that’s already counted.':
    'Während du weg warst, sind einige Punkte verfallen; das ist schon eingerechnet.',
  'Day 1 of your streak. Come back tomorrow.': 'Tag 1 deiner Serie. Komm morgen wieder.',
  'Day {day} of your streak: bonus ×{factor}.': 'Tag {day} deiner Serie: Bonus ×{factor}.',
  'Day {day} of your streak.': 'Tag {day} deiner Serie.',
  '{points} points in all: the highest particle level there is.':
    'Insgesamt {points} Punkte: die höchste Partikelstufe, die es gibt.',
  '{points} points in all. The next particle level starts at {next}.':
    'Insgesamt {points} Punkte. Die nächste Partikelstufe beginnt bei {next}.',
  'That was your third scan today. More scans still give receipts; points start again at midnight UTC.':
    'Das war heute dein dritter Scan. Weitere Scans geben noch Belege; Punkte gibt es wieder ab Mitternacht UTC.',
  '{count} more scans count today.': {
    one: 'Heute zählt noch ein Scan.',
    other: 'Heute zählen noch {count} Scans.',
  },
  'Three scans a day count, and you’ve made them. Your receipt is valid all the same.':
    'Drei Scans am Tag zählen, und die hast du gemacht. Dein Beleg gilt trotzdem.',
  'Points start again after midnight UTC.': 'Punkte gibt es wieder nach Mitternacht UTC.',
  'Points start again after midnight UTC, in about {count} hours.': {
    one: 'Punkte gibt es wieder nach Mitternacht UTC, in weniger als einer Stunde.',
    other: 'Punkte gibt es wieder nach Mitternacht UTC, in etwa {count} Stunden.',
  },
  'Ready to scan: secure connection, motion sensor working, permission granted':
    'Bereit: Verbindung sicher, Bewegungssensor aktiv, Zugriff erlaubt',
  'Almost ready: secure connection, motion sensor found. Your browser asks for permission when you start.':
    'Fast bereit: Verbindung sicher, Bewegungssensor gefunden. Dein Browser fragt beim Start um Erlaubnis.',
  'Checking the motion sensor…': 'Bewegungssensor wird geprüft…',
  'Not ready: this page isn’t secure. Open it over https.':
    'Nicht bereit: Diese Seite ist nicht sicher. Öffne sie über https.',
  'Not ready: your browser blocks motion for this site. Press Scan to see how to allow it.':
    'Nicht bereit: Dein Browser blockiert den Bewegungssensor für diese Website. Tippe auf „Scannen“, um zu sehen, wie du ihn erlaubst.',
  'Not ready: the motion sensor isn’t responding. Try this on a phone.':
    'Nicht bereit: Der Bewegungssensor antwortet nicht. Versuche es auf einem Handy.',
  'Not ready: there’s no motion sensor here. Try this on a phone.':
    'Nicht bereit: Hier gibt es keinen Bewegungssensor. Versuche es auf einem Handy.',
  'You’re not signed in. The receipt will be signed by this browser.':
    'Du bist nicht angemeldet. Den Beleg signiert dieser Browser.',
  'Signed in as {handle}. Not enrolled on this device yet.':
    'Angemeldet als {handle}. Auf diesem Gerät noch nicht eingelernt.',
  'Signed in as {handle}. Enrolled on this device until {date}.':
    'Angemeldet als {handle}. Auf diesem Gerät eingelernt bis {date}.',
  'Six arrows, ten seconds, one receipt.': 'Sechs Pfeile, zehn Sekunden, ein Beleg.',
  'Continue on your phone': 'Auf dem Handy weitermachen',
  'Point your phone’s camera at this code. You’ll sign in there once; an enrollment stays on the device it was made on.':
    'Richte die Kamera deines Handys auf diesen Code. Dort meldest du dich einmal an; was du einlernst, bleibt auf dem Gerät, auf dem du es eingelernt hast.',
  'Your enrollment is forgotten.': 'Was du eingelernt hattest, ist gelöscht.',
  'A scan is running. Leave anyway? What you did so far is lost.':
    'Es läuft ein Scan. Trotzdem verlassen? Was du bisher gemacht hast, geht verloren.',
  'First, teach Stillhere how you move': 'Zeig Stillhere zuerst, wie du dich bewegst',
  'Four short steps: three rounds of six arrows, then your first scan. The result is sealed and stays on this device.':
    'Vier kurze Schritte: drei Runden mit sechs Pfeilen, dann dein erster Scan. Das Ergebnis wird versiegelt und bleibt auf diesem Gerät.',
  'Ready when you are': 'Bereit, wenn du es bist',
  'Six new arrows, one scan. The service compares it with your enrollment, signs the receipt, and your node grows.':
    'Sechs neue Pfeile, ein Scan. Der Dienst vergleicht ihn mit dem, was du eingelernt hast, signiert den Beleg, und dein Knoten wächst.',
  'Try it without a node': 'Ohne Knoten ausprobieren',
  'No motion leaves this browser. The receipt says that this page saw motion like a person’s.':
    'Keine Bewegung verlässt diesen Browser. Der Beleg sagt, dass diese Seite eine Bewegung wie die eines Menschen gesehen hat.',
  'Start (about 1 minute)': 'Starten (etwa 1 Minute)',
  'Enroll again': 'Neu einlernen',
  'Scan accepted': 'Scan angenommen',
  'Presence, the arrows, and that you move as you did when you enrolled. The service checked all three and signed.':
    'Präsenz, die Pfeile und dass du dich bewegst wie beim Einlernen. Der Dienst hat alle drei geprüft und signiert.',
  'Presence and the arrows. Both were checked in this browser, and no motion left it.':
    'Präsenz und die Pfeile. Beides wurde in diesem Browser geprüft, und keine Bewegung hat ihn verlassen.',
  'Confirm with a scan': 'Mit einem Scan bestätigen',
  'Approve with a scan': 'Mit einem Scan freigeben',
  'Step {number} of {count}': 'Schritt {number} von {count}',
  'The seal is kept in this browser. Your motion was discarded.':
    'Das Siegel bleibt in diesem Browser. Deine Bewegung wurde verworfen.',
  'Take a breath. {step}: your first scan. Six new arrows, once, about ten seconds.':
    'Atme kurz durch. {step}: dein erster Scan. Sechs neue Pfeile, einmal, etwa zehn Sekunden.',
  'Scan now': 'Jetzt scannen',
  'Wait for each arrow, then move the pointer along it, or press the arrow keys.':
    'Warte auf jeden Pfeil, fahre dann mit dem Zeiger an ihm entlang oder drücke die Pfeiltasten.',
  'Now you know how a scan goes.': 'Jetzt weißt du, wie ein Scan geht.',
  'Signed by this service. Anyone can check it without asking us.':
    'Von diesem Dienst signiert. Alle können ihn prüfen, ohne uns zu fragen.',
  'Signed by this browser. Anyone can check it without asking us.':
    'Von diesem Browser signiert. Alle können ihn prüfen, ohne uns zu fragen.',
  'This browser signed the receipt with its own key. It shows that a scan works and what this page saw. When something is at stake, people ask for a receipt signed by the service.':
    'Dieser Browser hat den Beleg mit seinem eigenen Schlüssel signiert. Er zeigt, dass ein Scan funktioniert und was diese Seite gesehen hat. Wenn es um etwas geht, wird ein Beleg verlangt, den der Dienst signiert hat.',
  'Verify it': 'Prüfen',
  'Adding your points…': 'Punkte werden gutgeschrieben…',
  'Particle level {level}': 'Partikelstufe {level}',
  '{percent} of the way to the next': '{percent} des Wegs zur nächsten',
  'Your receipt is safe, but your points aren’t added yet.':
    'Dein Beleg ist sicher, aber deine Punkte sind noch nicht gutgeschrieben.',
  'Your enrollment': 'Was du eingelernt hast',
  'Made <time>{time}</time>. It’s 128 numbers about how you move, sealed by the service and kept only in this browser. Nobody can sign in with it or turn it back into motion.':
    'Eingelernt am <time>{time}</time>. Es sind 128 Zahlen darüber, wie du dich bewegst, vom Dienst versiegelt und nur in diesem Browser gespeichert. Niemand kann sich damit anmelden oder daraus wieder eine Bewegung machen.',
  'Forget my enrollment': 'Eingelerntes löschen',
  'Forget your enrollment?': 'Eingelerntes löschen?',
  'Your node, its particle level and your receipts stay. Before your next scan you enroll again, about a minute.':
    'Dein Knoten, seine Partikelstufe und deine Belege bleiben. Vor deinem nächsten Scan lernst du noch einmal ein, etwa eine Minute lang.',
  'Forget it': 'Löschen',
  'Keep it': 'Behalten',
  'Have a node? <link>Sign in</link> first, and the scan counts for it.':
    'Du hast einen Knoten? <link>Melde dich zuerst an</link>, dann zählt der Scan für ihn.',
  'Sign in again to enroll': 'Zum Einlernen neu anmelden',
  'Others may find your device open, so only a sign-in from the last ten minutes can enroll your account.':
    'Andere könnten dein Gerät offen finden. Deshalb musst du dich zum Einlernen in den letzten zehn Minuten angemeldet haben.',
}
