import type { Catalog } from '../../voice/voice.ts'

/** Why a scan cannot begin, fails or is refused, and what helps, in German. */
export const failures: Catalog = {
  'This device has no motion sensor': 'Dieses Gerät hat keinen Bewegungssensor',
  'This page isn’t secure enough for motion sensors': 'Diese Seite ist nicht sicher genug für Bewegungssensoren',
  'Your browser blocks the motion sensor': 'Dein Browser blockiert den Bewegungssensor',
  'Permission was withdrawn during the scan': 'Die Erlaubnis wurde während des Scans entzogen',
  'The motion sensor isn’t responding': 'Der Bewegungssensor antwortet nicht',
  'You left the page during the scan': 'Du hast die Seite während des Scans verlassen',
  'Another scan is running': 'Es läuft schon ein Scan',
  'The scan was stopped': 'Der Scan wurde abgebrochen',
  'There wasn’t enough motion to check': 'Es gab zu wenig Bewegung zum Prüfen',
  'We couldn’t tell that a hand was moving the phone': 'Es war nicht zu erkennen, dass eine Hand das Handy bewegt hat',
  'Some arrows were missed': 'Einige Pfeile wurden verfehlt',
  'The motion looked artificial': 'Die Bewegung sah künstlich aus',
  'We couldn’t reach the service': 'Wir haben den Dienst nicht erreicht',
  'The service didn’t accept this scan': 'Der Dienst hat diesen Scan nicht angenommen',
  'This browser can’t keep a signing key': 'Dieser Browser kann keinen Signaturschlüssel speichern',
  'The camera couldn’t be used': 'Die Kamera ließ sich nicht verwenden',
  'This motion was made for tests': 'Diese Bewegung wurde für Tests gemacht',
  'This motion was used before': 'Diese Bewegung wurde schon einmal verwendet',
  'Camera and sensors disagree': 'Kamera und Sensoren passen nicht zusammen',
  'The passkey wasn’t accepted': 'Der Passkey wurde nicht angenommen',
  'That didn’t match how you enrolled': 'Das passt nicht zu dem, was du eingelernt hast',
  'That match wasn’t strong enough': 'Die Übereinstimmung war nicht groß genug',
  'The level this needs wasn’t reached': 'Die nötige Stufe wurde nicht erreicht',
  'Move naturally: no counting, no swinging back and forth.':
    'Beweg dich natürlich: nicht mitzählen, nicht hin- und herschwingen.',
  'Hold the phone freely in one hand, with your elbow off the table.':
    'Halte das Handy frei in einer Hand, den Ellbogen nicht auf dem Tisch.',
  'Make each move quick, then rest for a moment.': 'Mach jede Bewegung zügig und ruh dann kurz.',
  'Move your hand and forearm together. Don’t slide the phone along something.':
    'Bewege Hand und Unterarm zusammen. Schieb das Handy nirgends entlang.',
  'Start as soon as the arrow lights up. Within a second is fine.':
    'Fang an, sobald der Pfeil aufleuchtet. Innerhalb einer Sekunde genügt.',
  'Make each move brisk and about a hand’s width long.': 'Mach jede Bewegung flott und etwa eine Handbreit lang.',
  'Rest first, make one straight move, then stop and stay there.':
    'Erst ruhen, dann eine gerade Bewegung, dann anhalten und dort bleiben.',
  'Move sideways or up and down, not toward you or away.':
    'Bewege es seitwärts oder auf und ab, nicht zu dir hin oder von dir weg.',
  'Follow the arrow as it lies on the screen: up is toward the top edge.':
    'Folge dem Pfeil, wie er auf dem Bildschirm liegt: Oben ist die Oberkante.',
  'Allow motion for this site as shown below, then reload.':
    'Erlaube Bewegung für diese Website wie unten gezeigt und lade dann neu.',
  'Check your connection and try again.': 'Prüfe deine Verbindung und versuche es noch einmal.',
  'This device has no motion sensors that a page can read; open this page on a phone.':
    'Dieses Gerät hat keine Bewegungssensoren, die eine Seite lesen kann; öffne diese Seite auf einem Handy.',
  'Open this page over https; motion sensors are silent on an insecure page.':
    'Öffne diese Seite über https; auf unsicheren Seiten geben Bewegungssensoren nichts preis.',
  'Allow motion sensors for this site in the settings of the browser (on an iPhone close the browser instead), reload the page, and start again.':
    'Erlaube Bewegungssensoren für diese Website in den Einstellungen des Browsers (auf einem iPhone schließe stattdessen den Browser), lade die Seite neu und fang noch einmal an.',
  'The permission was taken back during the scan; allow it again and start once more.':
    'Die Erlaubnis wurde während des Scans entzogen; erteile sie wieder und fang noch einmal an.',
  'The sensors said nothing; close other apps that use them, check the site settings, and start again.':
    'Die Sensoren antworten nicht; schließe andere Apps, die sie verwenden, prüfe die Einstellungen der Website und fang noch einmal an.',
  'Keep this page in front until the scan is over, and start again.':
    'Lass diese Seite im Vordergrund, bis der Scan vorbei ist, und fang noch einmal an.',
  'Another scan is running on this page; let it end first.':
    'Auf dieser Seite läuft schon ein Scan; lass ihn erst enden.',
  'The scan was stopped; start again when you are ready.':
    'Der Scan wurde abgebrochen; fang noch einmal an, wenn du bereit bist.',
  'Hold the phone in your hand, keep moving as the arrows say, and start again.':
    'Halte das Handy in der Hand, folge allen Pfeilen und fang noch einmal an.',
  'Hold the phone loosely in your hand, not on a table or a stand, and start again.':
    'Halte das Handy locker in der Hand, nicht auf einem Tisch oder Ständer, und fang noch einmal an.',
  'Wait for each arrow, move straight that way at once, and stop there.':
    'Warte auf jeden Pfeil, bewege das Handy sofort gerade dorthin und halte dort an.',
  'The motion looked artificial; use another phone or another way to show who you are.':
    'Die Bewegung sah künstlich aus; nimm ein anderes Handy oder zeig auf anderem Weg, wer du bist.',
  'The service cannot be reached; check the connection and start again soon.':
    'Der Dienst ist nicht erreichbar; prüfe die Verbindung und fang bald noch einmal an.',
  'The service did not accept this scan; ask its operator if it stays so.':
    'Der Dienst hat diesen Scan nicht angenommen; frag den Betreiber, wenn es so bleibt.',
  'This browser cannot keep a signing key here; leave private mode or use a newer browser.':
    'Dieser Browser kann hier keinen Signaturschlüssel speichern; verlasse den privaten Modus oder nimm einen neueren Browser.',
  'Allow the camera and keep your hand in the picture, or scan without the camera.':
    'Erlaube die Kamera und halte deine Hand im Bild, oder scanne ohne Kamera.',
  'Connect a camera and start again, or scan without the camera.':
    'Schließe eine Kamera an und fang noch einmal an, oder scanne ohne Kamera.',
  'Allow the camera for this site in the settings of the browser, or scan without the camera.':
    'Erlaube die Kamera für diese Website in den Einstellungen des Browsers, oder scanne ohne Kamera.',
  'Close other programs that use the camera and start again, or scan without the camera.':
    'Schließe andere Programme, die die Kamera verwenden, und fang noch einmal an, oder scanne ohne Kamera.',
  'Open this page over https in a current browser, or scan without the camera.':
    'Öffne diese Seite über https in einem aktuellen Browser, oder scanne ohne Kamera.',
  'Leave the camera on and this page in front, and start again, or scan without the camera.':
    'Lass die Kamera an und diese Seite im Vordergrund und fang noch einmal an, oder scanne ohne Kamera.',
  'Check the connection and start again, or scan without the camera.':
    'Prüfe die Verbindung und fang noch einmal an, oder scanne ohne Kamera.',
  'Start again, and stay on this page until the scan is over.':
    'Fang noch einmal an und bleib auf dieser Seite, bis der Scan vorbei ist.',
  'Start again, and follow each arrow as it appears.': 'Fang noch einmal an und folge jedem Pfeil, wenn er erscheint.',
  'Hold and move the phone as you did when you enrolled, and start again.':
    'Halte und bewege das Handy wie beim Einlernen und fang noch einmal an.',
  'Scan on a page of the service itself, and confirm with a passkey when asked.':
    'Scanne auf einer Seite des Dienstes selbst und bestätige mit einem Passkey, wenn du gefragt wirst.',
  'Start again, and confirm with a passkey that your node has now.':
    'Fang noch einmal an und bestätige mit einem Passkey, den dein Knoten jetzt hat.',
  'Keep the hand with the phone in the picture, or scan without the camera.':
    'Halte die Hand mit dem Handy im Bild, oder scanne ohne Kamera.',
  'Enroll again; this enrollment is not accepted any more.':
    'Lerne neu ein; was du eingelernt hast, wird nicht mehr angenommen.',
  'Test against a sandbox: npx --no-install stillhere serve --sandbox.':
    'Teste mit einer Sandbox: npx --no-install stillhere serve --sandbox.',
  'Reload the page to get its newest version.': 'Lade die Seite neu, um ihre neueste Version zu bekommen.',
  'Start again; every scan has new arrows.': 'Fang noch einmal an; jeder Scan hat neue Pfeile.',
  'Start again later.': 'Fang später noch einmal an.',
  'This service did not issue this challenge for this purpose. Ask for a new one.':
    'Diese Aufgabe hat der Dienst nicht für diesen Zweck gestellt. Fang mit einer neuen an.',
  'The challenge is too old. Ask for a new one.': 'Die Aufgabe ist zu alt. Fang mit einer neuen an.',
  'This challenge was answered before. Ask for a new one.':
    'Diese Aufgabe wurde schon beantwortet. Fang mit einer neuen an.',
  'The answer came sooner than the strokes take. Ask for a new one. Follow each arrow as it appears.':
    'Die Antwort kam schneller, als die Bewegungen dauern. Fang neu an und folge jedem Pfeil, wenn er erscheint.',
  'The enrollment has expired or was replaced, or this service did not seal it. Enroll again.':
    'Was du eingelernt hast, ist abgelaufen, wurde ersetzt oder nicht von diesem Dienst versiegelt. Lerne neu ein.',
  'There is too little motion to judge. Hold the phone in the hand and move for the whole scan.':
    'Es gibt zu wenig Bewegung, um sie zu beurteilen. Halte das Handy in der Hand und bewege es den ganzen Scan über.',
  'The signature does not belong to the samples. Send what was recorded.':
    'Die Signatur gehört nicht zu den Messwerten. Gesendet werden muss, was aufgezeichnet wurde.',
  'This motion was shown before. Every scan must be new.':
    'Diese Bewegung wurde schon einmal gezeigt. Jeder Scan muss neu sein.',
  'The strokes were not those asked for, or not in time. Follow each arrow as it appears.':
    'Die Bewegungen waren nicht die verlangten oder kamen nicht rechtzeitig. Folge jedem Pfeil, wenn er erscheint.',
  'The motion does not look like that of a person. Hold the phone a little looser and try again.':
    'Die Bewegung sieht nicht aus wie die eines Menschen. Halte das Handy etwas lockerer und versuche es noch einmal.',
  'Camera and sensors did not see the same motion. Keep the hand in the picture.':
    'Kamera und Sensoren haben nicht dieselbe Bewegung gesehen. Halte die Hand im Bild.',
  'The device could not show what it is.': 'Das Gerät konnte nicht zeigen, was es ist.',
  'The circumstances do not fit this node. Try again later.':
    'Die Umstände passen nicht zu diesem Knoten. Versuche es später noch einmal.',
  'The motion is not like the enrolled one. Try again, moving as at enrollment.':
    'Die Bewegung ist anders als die eingelernte. Versuche es noch einmal und bewege dich wie beim Einlernen.',
  'The evidence is not strong enough for this risk level. Try again, or add the camera.':
    'Die Nachweise reichen für diese Risikostufe nicht. Versuche es noch einmal oder nimm die Kamera dazu.',
  'iPhone and iPad: Safari and other browsers': 'iPhone und iPad: Safari und andere Browser',
  'Close this browser completely: swipe up from the bottom edge, then swipe the browser away.':
    'Schließe diesen Browser ganz: Wische vom unteren Rand nach oben und dann den Browser weg.',
  'Open this page again, start the scan, and tap Allow when it asks for motion and orientation.':
    'Öffne diese Seite wieder, starte den Scan und tippe auf „Erlauben“, wenn nach Bewegung und Ausrichtung gefragt wird.',
  'If it doesn’t ask: open Settings, Apps, Safari, Advanced, Website Data, remove this site, and try once more.':
    'Wenn nicht gefragt wird: Öffne Einstellungen, Apps, Safari, Erweitert, Website-Daten, entferne diese Website und versuche es noch einmal.',
  'Chrome on Android': 'Chrome auf Android',
  'Tap the icon to the left of the address, then Permissions.':
    'Tippe auf das Symbol links neben der Adresse und dann auf „Berechtigungen“.',
  'Allow Motion sensors. If they’re not listed: open the menu ⋮, Settings, Site settings, Motion sensors, and turn them on.':
    'Erlaube „Bewegungssensoren“. Wenn sie nicht aufgeführt sind: Öffne das Menü ⋮, Einstellungen, Website-Einstellungen, Bewegungssensoren und schalte sie ein.',
  'Come back here, reload, and start the scan.': 'Komm hierher zurück, lade neu und starte den Scan.',
  'Samsung Internet': 'Samsung Internet',
  'Tap the lock to the left of the address and look for Permissions.':
    'Tippe auf das Schloss links neben der Adresse und suche „Berechtigungen“.',
  'Allow Motion sensors. If they’re not listed: open the menu ☰, Settings, Sites and downloads, Site permissions.':
    'Erlaube „Bewegungssensoren“. Wenn sie nicht aufgeführt sind: Öffne das Menü ☰, Einstellungen, Websites und Downloads, Website-Berechtigungen.',
  'Come back here, reload, and start the scan. If your version has no such switch, open this page in Chrome.':
    'Komm hierher zurück, lade neu und starte den Scan. Wenn deine Version keinen solchen Schalter hat, öffne diese Seite in Chrome.',
  'Firefox on Android': 'Firefox auf Android',
  'Firefox asks for no permission. Tap the shield beside the address and turn Enhanced Tracking Protection off for this site.':
    'Firefox fragt nicht um Erlaubnis. Tippe auf den Schild neben der Adresse und schalte „Verbesserter Schutz vor Aktivitätenverfolgung“ für diese Website aus.',
  'Leave private browsing. Where a privacy setting turns the sensors off for every site, Firefox can’t scan.':
    'Verlasse den privaten Modus. Wenn eine Datenschutzeinstellung die Sensoren für alle Websites abschaltet, kann Firefox nicht scannen.',
  'Reload and start the scan, or open this page in Chrome.':
    'Lade neu und starte den Scan, oder öffne diese Seite in Chrome.',
}
