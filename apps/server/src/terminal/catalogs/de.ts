import type { Messages } from '@stillhere/messages'

/** What commands print, in German. */
export const messages: Messages = {
  'Usage: stillhere COMMAND': 'Aufruf: stillhere BEFEHL',
  'Usage: stillhere {forms}': 'Aufruf: stillhere {forms}',
  'All settings come from the environment: docs/settings.md.':
    'Alle Einstellungen kommen aus der Umgebung: docs/settings.md.',
  'stillhere help lists the commands.': 'stillhere help zeigt alle Befehle.',
  'runs the service until it is stopped; --lan: for phones on the same network, over HTTPS; --sandbox: for tests, with its own data; its receipts are marked and refused elsewhere':
    'startet den Dienst, bis er angehalten wird; --lan: für Handys im selben Netz, über HTTPS; --sandbox: zum Testen, mit eigenen Daten; ihre Belege sind markiert und gelten sonst nirgends',
  'prints a link that opens Admin once, within an hour, for whoever has it':
    'gibt einen Link aus, der Admin einmal öffnet, innerhalb einer Stunde, für alle, die ihn haben',
  'makes invite codes (1 to 1000) and prints them, whether the service runs or not':
    'erstellt Einladungscodes (1 bis 1000) und gibt sie aus, ob der Dienst läuft oder nicht',
  'registers a site and prints its key and its secrets, which are shown this once':
    'trägt eine Website ein und gibt ihren Schlüssel und ihre Geheimnisse aus, die nur dieses eine Mal zu sehen sind',
  'lists the sites; lets pages of another origin ask; gives a site a second secret; removes one with its secrets':
    'zeigt die Websites; lässt Seiten einer weiteren Herkunft anfragen; gibt einer Website ein zweites Geheimnis; entfernt eine samt ihren Geheimnissen',
  'checks settings, secrets, database, mails and proxy; exit code 1 when something is broken':
    'prüft Einstellungen, Geheimnisse, Datenbank, E-Mails und Proxy; Exit-Code 1, wenn etwas kaputt ist',
  'brings the database up to this version': 'bringt die Datenbank auf den Stand dieser Version',
  'learns thresholds from the research sessions and prints what it found; options: --target-fars 0.01,0.05,0.1 --feature-mode MODE --pca-output-dim N --min-variance V --typescript-features':
    'lernt Schwellen aus den Forschungssitzungen und gibt das Ergebnis aus; Optionen: --target-fars 0.01,0.05,0.1 --feature-mode MODE --pca-output-dim N --min-variance V --typescript-features',
  'writes all data into a new file, also while the service runs':
    'schreibt alle Daten in eine neue Datei, auch während der Dienst läuft',
  'reads a backup into an empty database; --replace removes what is there first':
    'liest eine Sicherung in eine leere Datenbank; --replace entfernt vorher, was da ist',
  'judges a receipt of this service; exit code 1 when it is not valid, 2 when the issuer is unknown':
    'prüft einen Beleg dieses Dienstes; Exit-Code 1, wenn er nicht gültig ist, 2, wenn der Aussteller unbekannt ist',
  '--sandbox behind any command works with the data of a sandbox.':
    '--sandbox hinter jedem Befehl arbeitet mit den Daten einer Sandbox.',
  'stillhere COMMAND --help shows an example of each; --version prints the version.':
    'Jeder Befehl zeigt mit stillhere BEFEHL --help ein Beispiel; --version zeigt die Version.',
  'Example:': 'Beispiel:',
  'Examples:': 'Beispiele:',
  'There is no site yet. npx --no-install stillhere site add NAME --origin URL registers one.':
    'Es gibt noch keine Website. npx --no-install stillhere site add NAME --origin URL registriert eine.',
  'Next, in the page:': 'Als Nächstes in der Seite:',
  'On the server, with the secret and the field stillhere-response: POST {url}':
    'Auf dem Server, mit dem Geheimnis und dem Feld stillhere-response: POST {url}',
  'More: {url}': 'Mehr: {url}',
  'the tools for approvals as an MCP server on stdin and stdout, for an AI agent; it signs with the key in the file, which is made on first use (~/.config/stillhere/agent-key.pem)':
    'die Werkzeuge für Freigaben als MCP-Server auf stdin und stdout, für einen KI-Agenten; er signiert mit dem Schlüssel in der Datei, der beim ersten Mal erstellt wird (~/.config/stillhere/agent-key.pem)',
  'gives the service a new key to sign receipts with; --compromised: trust no earlier key':
    'gibt dem Dienst einen neuen Schlüssel zum Signieren von Belegen; --compromised: keinem früheren Schlüssel mehr trauen',
  'frees a lost wallet’s node: it gets codes by mail again; exit code 1 when none is bound':
    'löst eine verlorene Wallet von ihrem Knoten: Er bekommt wieder Codes per E-Mail; Exit-Code 1, wenn keine verbunden ist',
  'removes an agent that is revoked or was never proved, so that its handle can be declared again':
    'entfernt einen Agenten, der widerrufen oder nie bestätigt wurde, damit sein Handle wieder frei ist',
  '{path} holds {rows} rows': '{path} enthält {rows} Zeilen',
  'Keep the secret key apart from it, and keep it: {place}. No backup is of use without.':
    'Bewahre den geheimen Schlüssel getrennt davon auf, und verliere ihn nicht: {place}. Ohne ihn nützt keine Sicherung.',
  'the setting SECRET_KEY': 'die Einstellung SECRET_KEY',
  'restored {rows} rows of {time}': '{rows} Zeilen vom {time} wiederhergestellt',
  'applied {name}': '{name} angewendet',
  'the database is up to date': 'die Datenbank ist auf dem neuesten Stand',
  '{count} migrations applied': { one: '{count} Migration angewendet', other: '{count} Migrationen angewendet' },
  'the calibration ended without a result: {state}': 'die Kalibrierung endete ohne Ergebnis: {state}',
  'artifact {id}, now in force': 'Artefakt {id}, gilt ab jetzt',
  'artifact {id}, not in force': 'Artefakt {id}, gilt nicht',
  '{sessions} sessions of {people} people; {mated} mated and {other} other pairs':
    '{sessions} Sitzungen von {people} Personen; {mated} Paare derselben Person und {other} andere',
  'warning: {warning}': 'Warnung: {warning}',
  'receipts are signed with the new key {publicKey}, issuer {id}':
    'Belege werden mit dem neuen Schlüssel {publicKey} signiert, Aussteller {id}',
  '{siteKey} is removed with its secrets': '{siteKey} ist samt Geheimnissen entfernt',
  '{agentId} is removed, and its handle can be declared again': '{agentId} ist entfernt, sein Handle ist wieder frei',
  '{wallet} is no longer bound': '{wallet} ist nicht mehr verbunden',
  '{wallet} is bound to no node': '{wallet} ist mit keinem Knoten verbunden',
  'This is a sandbox: it takes motion of the testing kit, and whatever it signs is marked as a test and proves nothing.':
    'Das ist eine Sandbox: Sie nimmt Bewegungen des Testpakets an, und was sie signiert, ist als Test markiert und beweist nichts.',
  'The phone will warn once about the certificate: this machine made it for itself.':
    'Das Handy warnt einmal vor dem Zertifikat: Dieser Rechner hat es selbst erstellt.',
  'With a phone on the same network, open {address}': 'Öffne mit einem Handy im selben Netz {address}',
  'Press Enter to open the set-up page in your browser.': 'Drücke Enter, um die Einrichtung im Browser zu öffnen.',
  'This machine': 'Dieser PC',
  Others: 'Andere',
  Admin: 'Admin',
  Docs: 'Doku',
  'Ctrl+C stops it. LOG_LEVEL=debug shows every page and file too.':
    'Strg+C hält ihn an. LOG_LEVEL=debug zeigt auch jede Seite und Datei.',
  'First start. Save this; it is shown once:': 'Erster Start. Sichere das; es ist nur einmal zu sehen:',
  'Set up:': 'Einrichten:',
  'works once, within an hour; npx --no-install stillhere setup prints a new link':
    'gilt einmal, innerhalb einer Stunde; npx --no-install stillhere setup gibt einen neuen Link aus',
  'Admin secret:': 'Admin-Geheimnis:',
  'Mails:': 'E-Mails:',
  'sent as set in SMTP_URL': 'werden über SMTP_URL gesendet',
  'files in {folder}': 'Dateien in {folder}',
  'Invite codes:': 'Einladungscodes:',
  'each lets one person in; more by npx --no-install stillhere invite --count N':
    'jeder lässt eine Person herein; mehr mit npx --no-install stillhere invite --count N',
  'Open next:': 'Als Nächstes:',
  'guides, and every endpoint with examples': 'Anleitungen, und jeder Endpunkt mit Beispielen',
  'the pages: join, scan, and see who is there': 'die Seiten: beitreten, scannen und sehen, wer da ist',
  'Not set up yet. This link works once, within an hour: {setupUrl}':
    'Noch nicht eingerichtet. Dieser Link gilt einmal, innerhalb einer Stunde: {setupUrl}',
  '{broken} broken, {doubtful} worth a look': '{broken} kaputt, {doubtful} einen Blick wert',
  database: 'Datenbank',
  migrations: 'Migrationen',
  clock: 'Uhr',
  fingerprint: 'Fingerabdruck',
  issuer: 'Aussteller',
  outbox: 'Postausgang',
  publishing: 'Veröffentlichen',
  'data folder': 'Datenordner',
  'admin secret': 'Admin-Geheimnis',
  'secret key': 'geheimer Schlüssel',
  pooler: 'Pooler',
  proxy: 'Proxy',
  replica: 'Replikat',
  address: 'Adresse',
  mail: 'E-Mail',
  access: 'Zugang',
  wallets: 'Wallets',
  'device roots': 'Gerätewurzeln',
  'not all are applied: npx --no-install stillhere migrate':
    'nicht alle sind angewendet: npx --no-install stillhere migrate',
  'all applied': 'alle angewendet',
  'PostgreSQL {version} answers': 'PostgreSQL {version} antwortet',
  'PostgreSQL {version} is too old: 14 or later is needed': 'PostgreSQL {version} ist zu alt: 14 oder neuer ist nötig',
  'that of the database agrees': 'die der Datenbank stimmt überein',
  'that of the database is {seconds} seconds off: budgets and answers will disagree':
    'die der Datenbank geht {seconds} Sekunden anders: Kontingente und Antworten passen nicht zusammen',
  'the database belongs to this SECRET_KEY': 'die Datenbank gehört zu diesem SECRET_KEY',
  'the key that signs receipts opens': 'der Schlüssel, der Belege signiert, lässt sich öffnen',
  '{problem}: no receipts can be issued': '{problem}: Es können keine Belege ausgestellt werden',
  'no dead mails': 'keine aufgegebenen E-Mails',
  '{count} dead mails: GET /api/admin/outbox?state=dead says why': {
    one: '{count} aufgegebene E-Mail: GET /api/admin/outbox?state=dead sagt, warum',
    other: '{count} aufgegebene E-Mails: GET /api/admin/outbox?state=dead sagt, warum',
  },
  '{count} posts of unknown outcome: GET /api/admin/publications?status=unknown lists them': {
    one: '{count} Beitrag mit unklarem Ausgang: GET /api/admin/publications?status=unknown zeigt ihn',
    other: '{count} Beiträge mit unklarem Ausgang: GET /api/admin/publications?status=unknown zeigt sie',
  },
  'credentials for {names}': 'Zugangsdaten für {names}',
  'as set in ADMIN_SECRET': 'wie in ADMIN_SECRET gesetzt',
  'as set in SECRET_KEY': 'wie in SECRET_KEY gesetzt',
  '{folder} cannot be written by this user': 'dieser Benutzer kann nicht in {folder} schreiben',
  '{file} is easy to guess: write a secret with at least 8 different characters':
    '{file} ist leicht zu erraten: Schreib ein Geheimnis mit mindestens 8 verschiedenen Zeichen hinein',
  '{file} can be read by others: chmod 600 it, and change it if others had access':
    'andere können {file} lesen: Setze chmod 600, und ändere es, wenn andere Zugriff hatten',
  '{path} does not exist yet; the first start makes it': '{path} gibt es noch nicht; der erste Start legt es an',
  'transactions get other connections in turn: set DATABASE_POOLER=transaction':
    'Transaktionen bekommen abwechselnd andere Verbindungen: Setze DATABASE_POOLER=transaction',
  'none was noticed; without DATABASE_POOLER statements are planned once':
    'keiner bemerkt; ohne DATABASE_POOLER werden Anweisungen nur einmal geplant',
  'one in transaction mode, as DATABASE_POOLER says': 'einer im Transaktionsmodus, wie DATABASE_POOLER sagt',
  'none between': 'keiner dazwischen',
  'not tried: the admin secret is not sent over plain HTTP':
    'nicht probiert: Das Admin-Geheimnis wird nicht über HTTP ohne TLS gesendet',
  'callers can choose their address: let the proxy overwrite X-Forwarded-For, or narrow TRUST_PROXY':
    'Aufrufer können ihre Adresse wählen: Lass den Proxy X-Forwarded-For überschreiben, oder fasse TRUST_PROXY enger',
  'all callers share one address: let the proxy send X-Forwarded-For, and name the proxy in TRUST_PROXY':
    'alle Aufrufer haben dieselbe Adresse: Lass den Proxy X-Forwarded-For senden, und nenne den Proxy in TRUST_PROXY',
  'a forged X-Forwarded-For is not believed': 'ein gefälschtes X-Forwarded-For wird nicht geglaubt',
  'it answers 421: let the proxy pass on the Host of its callers':
    'die Antwort ist 421: Lass den Proxy den Host der Aufrufer weitergeben',
  'it answers {status}': 'die Antwort ist {status}',
  'not tried: the service does not answer at {publicUrl} ({reason})':
    'nicht probiert: Der Dienst antwortet nicht unter {publicUrl} ({reason})',
  'the database answers in its place: {reason}': 'die Datenbank antwortet an seiner Stelle: {reason}',
  'DATABASE_READ_URL leads to no replica, but to a database of its own':
    'DATABASE_READ_URL führt zu keinem Replikat, sondern zu einer eigenen Datenbank',
  'keeps up': 'hält Schritt',
  'has copied nothing yet': 'hat noch nichts kopiert',
  'is {seconds} seconds behind': 'hinkt {seconds} Sekunden hinterher',
  '{version}: 24 or later is needed': '{version}: 24 oder neuer ist nötig',
  '{place} lets others in, and the service does not start without PUBLIC_URL, the address that they use (but with --lan)':
    '{place} lässt andere herein, und der Dienst startet nicht ohne PUBLIC_URL, die Adresse, die sie benutzen (außer mit --lan)',
  '{place}, reached by HTTPS': '{place}, erreichbar über HTTPS',
  'waiting for a database that takes writes': 'es wird auf eine Datenbank gewartet, die schreibt',
  '{place}, where the service listens now': '{place}, dort lauscht der Dienst gerade',
  '{place}, from this machine only': '{place}, nur von diesem Rechner aus',
  '{place} is open to others without HTTPS: phones give no motion to such pages; set TLS_CERT and TLS_KEY, or a PUBLIC_URL with https':
    '{place} ist ohne HTTPS für andere offen: Handys geben solchen Seiten keine Bewegung; setze TLS_CERT und TLS_KEY, oder eine PUBLIC_URL mit https',
  'sent by SMTP': 'werden über SMTP gesendet',
  'SMTP_URL is not set: nobody gets mail; mails become files in DATA_DIR/outbox, and Admin shows them':
    'SMTP_URL ist nicht gesetzt: Niemand bekommt E-Mails; sie werden Dateien in DATA_DIR/outbox, und Admin zeigt sie',
  '{settings}: whoever knows an e-mail address can act for its node':
    '{settings}: Wer eine E-Mail-Adresse kennt, kann für ihren Knoten handeln',
  'PUBLIC_URL is not set: wallets sign in from this machine only, and not through a proxy':
    'PUBLIC_URL ist nicht gesetzt: Wallets melden sich nur von diesem Rechner aus an, und nicht über einen Proxy',
  '{count} certificates in DEVICE_ROOTS': {
    one: '{count} Zertifikat in DEVICE_ROOTS',
    other: '{count} Zertifikate in DEVICE_ROOTS',
  },
  '{ended} of {all} certificates in DEVICE_ROOTS have ended: devices that lead to them are not attested':
    '{ended} von {all} Zertifikaten in DEVICE_ROOTS sind abgelaufen: Geräte, die zu ihnen führen, gelten nicht als bestätigt',
}
