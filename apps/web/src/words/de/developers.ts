import type { Messages } from '@stillhere/messages'

/** The page Developers in German. */
export const messages: Messages = {
  'For developers': 'Für Entwickler',
  'Three ways to start. Our tests run every file on this page exactly as shown.':
    'Drei Wege für den Anfang. Unsere Tests führen jede Datei auf dieser Seite genau so aus, wie sie hier steht.',
  Quickstarts: 'Schnellstarts',
  'Start from a checkout': 'Mit einem Checkout starten',
  'The packages aren’t on npm yet. Install once in a checkout of Stillhere; every command below runs there.':
    'Die Pakete sind noch nicht auf npm. Installiere sie einmal in einem Checkout von Stillhere; alle Befehle unten laufen dort.',
  Install: 'Installieren',
  'To use them in your own project, pack them for a folder next to the checkout.':
    'Um sie in einem eigenen Projekt zu nutzen, packe sie für einen Ordner neben dem Checkout.',
  'Pack and install': 'Packen und installieren',
  Run: 'Ausführen',
  'Works offline, in Node or a browser. Trust only the keys you pinned.':
    'Funktioniert offline, in Node oder im Browser. Vertraue nur Schlüsseln, die du selbst festgelegt hast.',
  'It prints that the receipt is valid for you and who it’s about. Change one character in receipt.json and it tells you what’s wrong.':
    'Die Ausgabe sagt, dass der Beleg für dich gültig ist und um wen es geht. Ändere ein Zeichen in receipt.json, und sie sagt dir, was nicht stimmt.',
  'Add a scan': 'Einen Scan einbauen',
  'One element for your page. It asks for sensor access, shows the arrows and ends with a receipt.':
    'Ein Element für deine Seite. Es fragt nach Zugriff auf die Sensoren, zeigt die Pfeile und liefert am Ende einen Beleg.',
  'Open it on a phone over https, tap Scan and follow six arrows. Your server then verifies the receipt.':
    'Öffne die Seite auf einem Handy über https, tippe auf Scan und folge sechs Pfeilen. Danach prüft dein Server den Beleg.',
  'Register an agent': 'Einen Agenten registrieren',
  'Declare an agent, prove its key in the same call, and sign a request that says who it is.':
    'Registriere einen Agenten, weise im selben Aufruf seinen Schlüssel nach und signiere eine Anfrage, die sagt, wer er ist.',
  'It prints the signed header fields, then 200 and the agent’s ID. Look it up on the Agents page.':
    'Die Ausgabe zeigt die signierten Header-Felder, dann 200 und die ID des Agenten. Schlage sie auf der Seite Agenten nach.',
  'API reference': 'API-Referenz',
  'Every endpoint with its fields, responses, errors and a command to try.':
    'Jeder Endpunkt mit Feldern, Antworten, Fehlern und einem Befehl zum Ausprobieren.',
  'A button for your form, instead of a captcha. <link>Protect a form</link>':
    'Ein Button für dein Formular statt eines Captchas. <link>Formular schützen</link>',
  'Concepts, guides, settings, measurements and a glossary, with search.':
    'Konzepte, Anleitungen, Einstellungen, Messungen und ein Glossar, mit Suche.',
  'The same API as OpenAPI 3.1, for generating a client in your language.':
    'Dieselbe API als OpenAPI 3.1, um einen Client in deiner Sprache zu erzeugen.',
  'Issuer keys': 'Schlüssel des Ausstellers',
  'The keys to pin when you verify receipts from this service, and when each one was in use.':
    'Die Schlüssel, die du zum Prüfen von Belegen dieses Dienstes festlegst, und wann welcher in Gebrauch war.',
  'Data store': 'Datenspeicher',
  'Motion engine': 'Bewegungs-Engine',
  Calibration: 'Kalibrierung',
  'API version': 'API-Version',
  Checked: 'Geprüft',
  'Also as a plain page at <page>/status</page> and as JSON at <data>/api/health</data>.':
    'Auch als einfache Seite unter <page>/status</page> und als JSON unter <data>/api/health</data>.',
  'The service is healthy.': 'Der Dienst läuft einwandfrei.',
  'All systems are working.': 'Alle Systeme funktionieren.',
  'The service is degraded.': 'Der Dienst läuft eingeschränkt.',
  'Something isn’t working. Details are below.': 'Etwas funktioniert nicht. Einzelheiten stehen unten.',
  'not working': 'funktioniert nicht',
  'not working: {error}': 'funktioniert nicht: {error}',
  'under 1 ms': 'unter 1 ms',
  '{ms} ms': '{ms} ms',
  'working, responded in {time}': 'funktioniert, Antwortzeit {time}',
  'working, loaded in {time}': 'funktioniert, Ladezeit {time}',
  '{count} research sessions collected': {
    one: '{count} Forschungssitzung gesammelt',
    other: '{count} Forschungssitzungen gesammelt',
  },
  'active ({source}); {collected}': 'aktiv ({source}); {collected}',
  'none active, default thresholds apply; {collected}': 'keine aktiv, es gelten die Standardschwellen; {collected}',
}
