import type { Messages } from '@stillhere/messages'

/** What commands print, in Spanish. */
export const messages: Messages = {
  'Usage: stillhere COMMAND': 'Uso: stillhere COMANDO',
  'Usage: stillhere {forms}': 'Uso: stillhere {forms}',
  'All settings come from the environment: docs/settings.md.':
    'Todos los ajustes vienen del entorno: docs/settings.md.',
  'stillhere help lists the commands.': 'stillhere help muestra los comandos.',
  'runs the service until it is stopped; --lan: for phones on the same network, over HTTPS; --sandbox: for tests, with its own data; its receipts are marked and refused elsewhere':
    'ejecuta el servicio hasta que se detenga; --lan: para teléfonos de la misma red, por HTTPS; --sandbox: para pruebas, con sus propios datos; sus recibos van marcados y no valen en otro sitio',
  'prints a link that opens Admin once, within an hour, for whoever has it':
    'muestra un enlace que abre Admin una vez, en el plazo de una hora, a quien lo tenga',
  'makes invite codes (1 to 1000) and prints them, whether the service runs or not':
    'crea códigos de invitación (de 1 a 1000) y los muestra, esté o no en marcha el servicio',
  'registers a site and prints its key and its secrets, which are shown this once':
    'registra un sitio y muestra su clave y sus secretos, que solo se ven esta vez',
  'lists the sites; lets pages of another origin ask; gives a site a second secret; removes one with its secrets':
    'muestra los sitios; deja preguntar a páginas de otro origen; da a un sitio un segundo secreto; elimina uno con sus secretos',
  'checks settings, secrets, database, mails and proxy; exit code 1 when something is broken':
    'revisa ajustes, secretos, base de datos, correo y proxy; código de salida 1 si algo está roto',
  'brings the database up to this version': 'pone la base de datos al día con esta versión',
  'learns thresholds from the research sessions and prints what it found; options: --target-fars 0.01,0.05,0.1 --feature-mode MODE --pca-output-dim N --min-variance V --typescript-features':
    'aprende umbrales de las sesiones de investigación y muestra el resultado; opciones: --target-fars 0.01,0.05,0.1 --feature-mode MODE --pca-output-dim N --min-variance V --typescript-features',
  'writes all data into a new file, also while the service runs':
    'escribe todos los datos en un archivo nuevo, también con el servicio en marcha',
  'reads a backup into an empty database; --replace removes what is there first':
    'carga una copia de seguridad en una base de datos vacía; --replace elimina antes lo que haya',
  'judges a receipt of this service; exit code 1 when it is not valid, 2 when the issuer is unknown':
    'comprueba un recibo de este servicio; código de salida 1 si no es válido, 2 si el emisor es desconocido',
  '--sandbox behind any command works with the data of a sandbox.':
    '--sandbox detrás de cualquier comando trabaja con los datos de una sandbox.',
  'stillhere COMMAND --help shows an example of each; --version prints the version.':
    'stillhere COMANDO --help muestra un ejemplo de cada comando; --version muestra la versión.',
  'Example:': 'Ejemplo:',
  'Examples:': 'Ejemplos:',
  'There is no site yet. npx --no-install stillhere site add NAME --origin URL registers one.':
    'Aún no hay ningún sitio. npx --no-install stillhere site add NAME --origin URL registra uno.',
  'Next, in the page:': 'A continuación, en la página:',
  'On the server, with the secret and the field stillhere-response: POST {url}':
    'En el servidor, con el secreto y el campo stillhere-response: POST {url}',
  'More: {url}': 'Más: {url}',
  'the tools for approvals as an MCP server on stdin and stdout, for an AI agent; it signs with the key in the file, which is made on first use (~/.config/stillhere/agent-key.pem)':
    'las herramientas de aprobación como servidor MCP en stdin y stdout, para un agente de IA; firma con la clave del archivo, que se crea la primera vez (~/.config/stillhere/agent-key.pem)',
  'gives the service a new key to sign receipts with; --compromised: trust no earlier key':
    'da al servicio una clave nueva para firmar recibos; --compromised: no fiarse de ninguna clave anterior',
  'frees a lost wallet’s node: it gets codes by mail again; exit code 1 when none is bound':
    'libera el nodo de una wallet perdida: vuelve a recibir códigos por correo; código de salida 1 si no hay ninguna vinculada',
  'removes an agent that is revoked or was never proved, so that its handle can be declared again':
    'elimina un agente revocado o nunca confirmado, para que su alias vuelva a estar libre',
  '{path} holds {rows} rows': '{path} contiene {rows} filas',
  'Keep the secret key apart from it, and keep it: {place}. No backup is of use without.':
    'Guarda la clave secreta aparte y no la pierdas: {place}. Sin ella ninguna copia sirve.',
  'the setting SECRET_KEY': 'el ajuste SECRET_KEY',
  'restored {rows} rows of {time}': '{rows} filas restauradas, de {time}',
  'applied {name}': '{name} aplicada',
  'the database is up to date': 'la base de datos está al día',
  '{count} migrations applied': { one: '{count} migración aplicada', other: '{count} migraciones aplicadas' },
  'the calibration ended without a result: {state}': 'la calibración terminó sin resultado: {state}',
  'artifact {id}, now in force': 'artefacto {id}, en vigor desde ahora',
  'artifact {id}, not in force': 'artefacto {id}, no está en vigor',
  '{sessions} sessions of {people} people; {mated} mated and {other} other pairs':
    '{sessions} sesiones de {people} personas; {mated} pares de la misma persona y {other} de otras',
  'warning: {warning}': 'aviso: {warning}',
  'receipts are signed with the new key {publicKey}, issuer {id}':
    'los recibos se firman con la clave nueva {publicKey}, emisor {id}',
  '{siteKey} is removed with its secrets': '{siteKey} se ha eliminado con sus secretos',
  '{agentId} is removed, and its handle can be declared again':
    '{agentId} se ha eliminado y su alias vuelve a estar libre',
  '{wallet} is no longer bound': '{wallet} ya no está vinculada',
  '{wallet} is bound to no node': '{wallet} no está vinculada a ningún nodo',
  'This is a sandbox: it takes motion of the testing kit, and whatever it signs is marked as a test and proves nothing.':
    'Esto es un entorno de pruebas: acepta movimientos del kit de pruebas, y lo que firma va marcado como prueba y no demuestra nada.',
  'The phone will warn once about the certificate: this machine made it for itself.':
    'El teléfono avisará una vez sobre el certificado: lo ha creado este mismo equipo.',
  'With a phone on the same network, open {address}': 'Con un teléfono de la misma red, abre {address}',
  'Press Enter to open the set-up page in your browser.':
    'Pulsa Intro para abrir la página de configuración en el navegador.',
  'This machine': 'Este equipo',
  Others: 'Otros',
  Admin: 'Admin',
  Docs: 'Documentos',
  'Ctrl+C stops it. LOG_LEVEL=debug shows every page and file too.':
    'Ctrl+C lo detiene. LOG_LEVEL=debug muestra también cada página y archivo.',
  'First start. Save this; it is shown once:': 'Primer arranque. Guarda esto; solo se muestra una vez:',
  'Set up:': 'Configurar:',
  'works once, within an hour; npx --no-install stillhere setup prints a new link':
    'sirve una vez, en el plazo de una hora; npx --no-install stillhere setup muestra otro enlace',
  'Admin secret:': 'Secreto de Admin:',
  'Mails:': 'Correos:',
  'sent as set in SMTP_URL': 'se envían por SMTP_URL',
  'files in {folder}': 'archivos en {folder}',
  'Invite codes:': 'Invitaciones:',
  'each lets one person in; more by npx --no-install stillhere invite --count N':
    'cada código deja entrar a una persona; más con npx --no-install stillhere invite --count N',
  'Open next:': 'Siguiente paso:',
  'guides, and every endpoint with examples': 'guías, y cada endpoint con ejemplos',
  'the pages: join, scan, and see who is there': 'las páginas: unirse, escanear y ver quién está',
  'Not set up yet. This link works once, within an hour: {setupUrl}':
    'Aún sin configurar. Este enlace sirve una vez, en el plazo de una hora: {setupUrl}',
  '{broken} broken, {doubtful} worth a look': '{broken} con fallos, {doubtful} por revisar',
  database: 'base de datos',
  migrations: 'migraciones',
  clock: 'reloj',
  fingerprint: 'huella',
  issuer: 'emisor',
  outbox: 'salida de correo',
  publishing: 'publicación',
  'data folder': 'carpeta de datos',
  'admin secret': 'secreto de Admin',
  'secret key': 'clave secreta',
  pooler: 'pooler',
  proxy: 'proxy',
  replica: 'réplica',
  address: 'dirección',
  mail: 'correo',
  access: 'acceso',
  wallets: 'wallets',
  'device roots': 'raíces de dispositivos',
  'not all are applied: npx --no-install stillhere migrate':
    'no están todas aplicadas: npx --no-install stillhere migrate',
  'all applied': 'todas aplicadas',
  'PostgreSQL {version} answers': 'PostgreSQL {version} responde',
  'PostgreSQL {version} is too old: 14 or later is needed':
    'PostgreSQL {version} es demasiado antiguo: hace falta la 14 o posterior',
  'that of the database agrees': 'el de la base de datos coincide',
  'that of the database is {seconds} seconds off: budgets and answers will disagree':
    'el de la base de datos difiere en {seconds} segundos: los límites y las respuestas no cuadrarán',
  'the database belongs to this SECRET_KEY': 'la base de datos es de esta SECRET_KEY',
  'the key that signs receipts opens': 'la clave que firma los recibos se abre',
  '{problem}: no receipts can be issued': '{problem}: no se pueden emitir recibos',
  'no dead mails': 'ningún correo abandonado',
  '{count} dead mails: GET /api/admin/outbox?state=dead says why': {
    one: '{count} correo abandonado: GET /api/admin/outbox?state=dead dice por qué',
    other: '{count} correos abandonados: GET /api/admin/outbox?state=dead dice por qué',
  },
  '{count} posts of unknown outcome: GET /api/admin/publications?status=unknown lists them': {
    one: '{count} publicación de resultado desconocido: GET /api/admin/publications?status=unknown la muestra',
    other: '{count} publicaciones de resultado desconocido: GET /api/admin/publications?status=unknown las muestra',
  },
  'credentials for {names}': 'credenciales para {names}',
  'as set in ADMIN_SECRET': 'según ADMIN_SECRET',
  'as set in SECRET_KEY': 'según SECRET_KEY',
  '{folder} cannot be written by this user': 'este usuario no puede escribir en {folder}',
  '{file} is easy to guess: write a secret with at least 8 different characters':
    '{file} es fácil de adivinar: escribe un secreto con al menos 8 caracteres distintos',
  '{file} can be read by others: chmod 600 it, and change it if others had access':
    'otros pueden leer {file}: aplica chmod 600 y cámbialo si otros tuvieron acceso',
  '{path} does not exist yet; the first start makes it': '{path} aún no existe; el primer arranque lo crea',
  'transactions get other connections in turn: set DATABASE_POOLER=transaction':
    'las transacciones reciben por turnos otras conexiones: pon DATABASE_POOLER=transaction',
  'none was noticed; without DATABASE_POOLER statements are planned once':
    'no se ha visto ninguno; sin DATABASE_POOLER las consultas se planifican una sola vez',
  'one in transaction mode, as DATABASE_POOLER says': 'uno en modo de transacción, como dice DATABASE_POOLER',
  'none between': 'ninguno por medio',
  'not tried: the admin secret is not sent over plain HTTP':
    'sin probar: el secreto de Admin no se envía por HTTP sin cifrar',
  'callers can choose their address: let the proxy overwrite X-Forwarded-For, or narrow TRUST_PROXY':
    'quien llama puede elegir su dirección: haz que el proxy sobrescriba X-Forwarded-For, o limita TRUST_PROXY',
  'all callers share one address: let the proxy send X-Forwarded-For, and name the proxy in TRUST_PROXY':
    'todos comparten una dirección: haz que el proxy envíe X-Forwarded-For y nombra el proxy en TRUST_PROXY',
  'a forged X-Forwarded-For is not believed': 'un X-Forwarded-For falso no se cree',
  'it answers 421: let the proxy pass on the Host of its callers':
    'responde 421: haz que el proxy transmita el Host de quien llama',
  'it answers {status}': 'responde {status}',
  'not tried: the service does not answer at {publicUrl} ({reason})':
    'sin probar: el servicio no responde en {publicUrl} ({reason})',
  'the database answers in its place: {reason}': 'la base de datos responde en su lugar: {reason}',
  'DATABASE_READ_URL leads to no replica, but to a database of its own':
    'DATABASE_READ_URL no lleva a una réplica, sino a una base de datos propia',
  'keeps up': 'va al día',
  'has copied nothing yet': 'aún no ha copiado nada',
  'is {seconds} seconds behind': 'va {seconds} segundos por detrás',
  '{version}: 24 or later is needed': '{version}: hace falta la 24 o posterior',
  '{place} lets others in, and the service does not start without PUBLIC_URL, the address that they use (but with --lan)':
    '{place} deja entrar a otros, y el servicio no arranca sin PUBLIC_URL, la dirección que usan (salvo con --lan)',
  '{place}, reached by HTTPS': '{place}, accesible por HTTPS',
  'waiting for a database that takes writes': 'a la espera de una base de datos que admita escrituras',
  '{place}, where the service listens now': '{place}, donde escucha ahora el servicio',
  '{place}, from this machine only': '{place}, solo desde este equipo',
  '{place} is open to others without HTTPS: phones give no motion to such pages; set TLS_CERT and TLS_KEY, or a PUBLIC_URL with https':
    '{place} está abierto a otros sin HTTPS: los teléfonos no dan movimiento a esas páginas; pon TLS_CERT y TLS_KEY, o una PUBLIC_URL con https',
  'sent by SMTP': 'se envía por SMTP',
  'SMTP_URL is not set: nobody gets mail; mails become files in DATA_DIR/outbox, and Admin shows them':
    'SMTP_URL no está puesto: nadie recibe correo; los correos son archivos en DATA_DIR/outbox, y Admin los muestra',
  '{settings}: whoever knows an e-mail address can act for its node':
    '{settings}: quien conozca una dirección de correo puede actuar por su nodo',
  'PUBLIC_URL is not set: wallets sign in from this machine only, and not through a proxy':
    'PUBLIC_URL no está puesto: las wallets inician sesión solo desde este equipo, y no a través de un proxy',
  '{count} certificates in DEVICE_ROOTS': {
    one: '{count} certificado en DEVICE_ROOTS',
    other: '{count} certificados en DEVICE_ROOTS',
  },
  '{ended} of {all} certificates in DEVICE_ROOTS have ended: devices that lead to them are not attested':
    '{ended} de {all} certificados en DEVICE_ROOTS han caducado: los dispositivos que llevan a ellos no se dan por acreditados',
}
