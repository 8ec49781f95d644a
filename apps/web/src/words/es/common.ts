import type { Messages } from '@stillhere/messages'

/** What all pages share, in Spanish. */
export const messages: Messages = {
  Language: 'Idioma',
  unknown: 'desconocido',
  'this hour': 'en esta hora',
  'You can check receipts on Verify. Most other things have to wait.':
    'En «Verificar» puedes comprobar recibos. Casi todo lo demás tiene que esperar.',
  'What’s open stays readable. Everything else has to wait.':
    'Lo que está abierto se puede leer. Lo demás tiene que esperar.',
  'The service may have just been updated, or it can’t be reached.':
    'Quizá el servicio acaba de actualizarse o no se puede acceder a él.',
  'It isn’t kept on this device. Reload once you’re online again.':
    'No está guardada en este dispositivo. Recárgala cuando vuelvas a tener conexión.',
  now: 'ahora',
  'not known yet': 'aún no se sabe',
  Copy: 'Copiar',
  'Copied.': 'Copiado.',
  'Couldn’t copy. The text is selected, so you can copy it yourself.':
    'No se pudo copiar. El texto está seleccionado para que lo copies tú.',
  Hide: 'Ocultar',
  Show: 'Mostrar',
  Close: 'Cerrar',
  'Loading…': 'Cargando…',
  'Try again': 'Intentar de nuevo',
  'Show older': 'Mostrar anteriores',
  'Note:': 'Nota:',
  'Done:': 'Listo:',
  'Warning:': 'Atención:',
  'Failed:': 'Error:',
  '(done)': '(hecho)',
  Home: 'Inicio',
  Scan: 'Escanear',
  'My node': 'Mi nodo',
  Network: 'Red',
  Verify: 'Verificar',
  Receipts: 'Recibos',
  Receipt: 'Recibo',
  Join: 'Unirse',
  Agents: 'Agentes',
  Research: 'Investigación',
  Developers: 'Desarrolladores',
  'This account is blocked.': 'Esta cuenta está bloqueada.',
  'The operator of this service has blocked it. Ask them why.':
    'El operador de este servicio la ha bloqueado. Pregúntale por qué.',
  'Set-up': 'Configuración',
  Admin: 'Admin',
  Confirm: 'Confirmar',
  Check: 'Comprobar',
  Approve: 'Aprobar',
  'Skip to content': 'Saltar al contenido',
  'You’re offline.': 'No tienes conexión.',
  'Sandbox: receipts from here are for testing only.':
    'Entorno de pruebas: los recibos de aquí solo sirven para probar.',
  'Fill this in.': 'Rellena este campo.',
  'Check for an extra or missing character.': 'Comprueba si sobra o falta algún carácter.',
  'It {problem}.': 'Revísalo: {problem}.',
  'Something went wrong on this page. That’s our fault.': 'Algo ha fallado en esta página. Es culpa nuestra.',
  'Reload it and try again.': 'Recárgala e inténtalo de nuevo.',
  'We can’t reach the service.': 'No podemos conectar con el servicio.',
  'Check your connection and try again.': 'Comprueba tu conexión e inténtalo de nuevo.',
  'The service is taking too long.': 'El servicio tarda demasiado.',
  'It may be busy. Try again in a moment.': 'Puede que esté ocupado. Inténtalo de nuevo en un momento.',
  'We got an unexpected answer.': 'Recibimos una respuesta inesperada.',
  'A proxy or a Wi-Fi sign-in page may be in the way.':
    'Puede que haya un proxy o una página de acceso a la wifi de por medio.',
  'The service refused.': 'El servicio lo ha rechazado.',
  'The service refused this.': 'El servicio ha rechazado esto.',
  'Too many tries.': 'Demasiados intentos.',
  'You need to sign in first.': 'Primero inicia sesión.',
  'The service has a problem.': 'El servicio tiene un problema.',
  'Try again in a moment.': 'Inténtalo de nuevo en un momento.',
  'Try again later.': 'Inténtalo más tarde.',
  'Try again in {count} seconds.': {
    one: 'Inténtalo de nuevo en un segundo.',
    other: 'Inténtalo de nuevo en {count} segundos.',
  },
  'Try again in {count} minutes.': {
    one: 'Inténtalo de nuevo en un minuto.',
    other: 'Inténtalo de nuevo en {count} minutos.',
  },
  'Try again in {count} hours.': {
    one: 'Inténtalo de nuevo en una hora.',
    other: 'Inténtalo de nuevo en {count} horas.',
  },
  'That is not the code, or it is too old.': 'El código es incorrecto o ha caducado.',
  'Check it, or request a new one.': 'Revísalo o pide uno nuevo.',
  'This wallet belongs to another node.': 'Esta wallet pertenece a otro nodo.',
  'Sign in there and remove it, or use another account.': 'Inicia sesión allí y quítala, o usa otra cuenta.',
  'The signature wasn’t accepted.': 'La firma no se aceptó.',
  'This link has already been used. Its invite was shown then.':
    'Este enlace ya se usó. La invitación se mostró entonces.',
  'This link has expired or is incomplete.': 'Este enlace ha caducado o está incompleto.',
  'Copy the whole link, or apply again for a new one.': 'Copia el enlace completo o vuelve a enviar tu solicitud.',
  'The service didn’t accept the signature.': 'El servicio no aceptó la firma.',
  '{detail} Check that this device’s clock is right and the key is the agent’s current one.':
    '{detail} Comprueba que el reloj de este dispositivo esté en hora y que la clave sea la actual del agente.',
  'This handle belongs to an agent from another origin.': 'Este alias pertenece a un agente de otro origen.',
  'Each handle can be used once; upper and lower case count as the same. Choose another.':
    'Cada alias solo se puede usar una vez, sin distinguir mayúsculas de minúsculas. Elige otro.',
  'This agent is already declared with another key.': 'Este agente ya está declarado con otra clave.',
  'If it’s yours, look it up and use its key. If not, choose another handle.':
    'Si es tuyo, búscalo y usa su clave. Si no, elige otro alias.',
  'This key can be declared but not proved.': 'Esta clave se puede declarar, pero no demostrar.',
  'Only Ed25519 keys can be proved. Declare another agent with one, or with a key created here.':
    'Solo se pueden demostrar claves Ed25519. Declara otro agente con una de ellas o con una clave creada aquí.',
  'This key has already been proved, by this agent or another one.': 'Esta clave ya la demostró este agente u otro.',
  'A proved key belongs to one agent for good. Use a key that has never been used.':
    'Una clave demostrada pertenece para siempre a un agente. Usa una que no se haya usado nunca.',
  'This agent has been revoked permanently.': 'Este agente se ha revocado definitivamente.',
  'Declare a new agent under another handle, or ask the operator of this service to free this one.':
    'Declara un agente nuevo con otro alias o pide al operador de este servicio que libere este.',
  'There’s no agent with this ID.': 'No hay ningún agente con este ID.',
  'An ID looks like agent:handle@origin. Check every character.':
    'Un ID tiene este aspecto: agent:handle@origin. Revisa cada carácter.',
  'This session is already stored.': 'Esta sesión ya está guardada.',
  'It counts once. Its delete code was shown when it first arrived and can’t be shown again.':
    'Cuenta una sola vez. Su código de borrado se mostró al llegar y no se puede volver a mostrar.',
  'There are too few research sessions.': 'Hay muy pocas sesiones de investigación.',
  '{detail} More come in on the Research page.': '{detail} Llegan más por la página Investigación.',
  'A calibration is already running.': 'Ya hay una calibración en curso.',
  'Someone else may have started it. Its progress is shown here. Wait for it to finish, or cancel it.':
    'Puede que la haya iniciado otra persona. Aquí se muestra su progreso. Espera a que termine o cancélala.',
  'This artifact can’t be put in force.': 'Este artefacto no se puede poner en vigor.',
  'It’s kept for comparison. Its warnings say why.': 'Se guarda para comparar. Sus advertencias explican por qué.',
  'The platform didn’t accept it.': 'La plataforma no lo aceptó.',
  '{detail} You can send it again.': '{detail} Puedes enviarlo de nuevo.',
  'We don’t know whether it was accepted.': 'No sabemos si se aceptó.',
  'It won’t be sent again automatically. Check the platform, then settle it in the history below.':
    'No se volverá a enviar automáticamente. Mira en la plataforma y resuélvelo después en el historial de abajo.',
  'The outcome of this post is already known.': 'Ya se sabe qué pasó con esta publicación.',
  'Someone settled it, or it’s being sent right now. The history shows it.':
    'Alguien lo resolvió o se está enviando ahora. El historial lo muestra.',
  'This device’s clock is wrong.': 'El reloj de este dispositivo no está en hora.',
  'Set it automatically, then sign again.': 'Ajústalo automáticamente y vuelve a firmar.',
  'This message was already used or has expired.': 'Este mensaje ya se usó o ha caducado.',
  'Sign a new one.': 'Firma uno nuevo.',
  'The signature doesn’t match the account.': 'La firma no corresponde a la cuenta.',
  'Sign with the account named in the message. Smart contract wallets work only if the operator has set that up.':
    'Firma con la cuenta que indica el mensaje. Las wallets de contrato inteligente solo funcionan si el operador lo ha configurado.',
  'This isn’t the service’s address.': 'Esta no es la dirección del servicio.',
  'Open the page at its public address.': 'Abre la página en su dirección pública.',
  'QR code of {address}': 'Código QR de {address}',
  'Or open this address there': 'O abre allí esta dirección',
  Command: 'Comando',
  'This address works only on this machine, and phones share motion only with secure pages. Start the service for your network, then open the address it prints or scan its QR code:':
    'Esta dirección solo funciona en este equipo, y los teléfonos solo dan datos de movimiento a páginas seguras. Inicia el servicio para tu red y abre la dirección que muestra o escanea su código QR:',
  Waiting: 'En espera',
  'Approved, not used yet': 'Aprobada, sin usar todavía',
  'Approved and used': 'Aprobada y usada',
  Expired: 'Caducó',
  'Approved, not used in time': 'Aprobada, no usada a tiempo',
  Denied: 'Rechazada',
  'Denied: the asker may no longer ask': 'Rechazada: ya no puede hacer solicitudes',
  'Denied after five refused scans': 'Rechazada tras cinco escaneos fallidos',
  'The motion looks like that of a person and answers a fresh challenge. A program can produce such motion.':
    'El movimiento parece el de una persona y responde a un desafío nuevo. Un programa también puede producir un movimiento así.',
  'The scan was made in real time, and a passkey of your node signed it. A program can produce such motion.':
    'El escaneo se hizo en tiempo real y lo firmó una llave de acceso de tu nodo. Un programa también puede producir un movimiento así.',
  'Remove one to add another.': 'Quita una para añadir otra.',
  'This browser can’t get notices here.': 'Este navegador no puede recibir avisos aquí.',
  'Use another browser or device, or rely on email. Notices need a page opened over https.':
    'Usa otro navegador o dispositivo, o el correo. Los avisos necesitan una página abierta por https.',
  'Notifications are blocked for this site.': 'Las notificaciones están bloqueadas para este sitio.',
  'Allow them in your browser’s settings for this site, then try again.':
    'Permítelas en los ajustes del navegador para este sitio e inténtalo de nuevo.',
  'You haven’t decided yet.': 'Aún no lo has decidido.',
  'Try again, and choose Allow when your browser asks.':
    'Inténtalo de nuevo y elige Permitir cuando el navegador pregunte.',
  'Your browser couldn’t reach its push service.': 'Tu navegador no pudo conectar con su servicio de notificaciones.',
  'Check your connection and try again. In private windows it often doesn’t work.':
    'Comprueba tu conexión e inténtalo de nuevo. En ventanas privadas a menudo no funciona.',
  'Ten devices already get notices.': 'Ya hay diez dispositivos que reciben avisos.',
  'Your receipts': 'Tus recibos',
  'Every receipt you get is saved here, on this device. No account needed.':
    'Cada recibo que obtienes se guarda aquí, en este dispositivo. No hace falta una cuenta.',
  'On this device': 'En este dispositivo',
  'Saved on this device.': 'Guardado en este dispositivo.',
  'This browser couldn’t save the receipt.': 'Este navegador no pudo guardar el recibo.',
  'Save it as a file now. This may be a private window, or storage may be full.':
    'Guárdalo ahora como archivo. Puede que sea una ventana privada o que no quede espacio.',
  'This browser doesn’t let pages store anything.': 'Este navegador no permite que las páginas guarden nada.',
  'This may be a private window. Download each receipt right after its scan.':
    'Puede que sea una ventana privada. Descarga cada recibo justo después del escaneo.',
  'No receipts on this device yet.': 'Aún no hay recibos en este dispositivo.',
  'A scan gives you one: a signed record that others can check. It’s saved here automatically.':
    'Un escaneo te da uno: un registro firmado que otras personas pueden comprobar. Se guarda aquí automáticamente.',
  'Browsers can clear what pages store. If a receipt matters, get a link or download it.':
    'Los navegadores pueden borrar lo que guardan las páginas. Si un recibo te importa, crea un enlace o descárgalo.',
  'this browser': 'este navegador',
  Open: 'Abrir',
  Download: 'Descargar',
  Share: 'Compartir',
  'Get a link': 'Crear un enlace',
  'Get a link to this receipt?': '¿Crear un enlace a este recibo?',
  'Your browser encrypts the receipt, and the service stores the result without being able to read it: the key is only in the link. Anyone you give the link to can open it.':
    'Tu navegador cifra el recibo y el servicio guarda el resultado sin poder leerlo: la clave está solo en el enlace. Cualquiera a quien des el enlace puede abrirlo.',
  'Your link is ready.': 'Tu enlace está listo.',
  Link: 'Enlace',
  'Copy link': 'Copiar enlace',
  'Link copied.': 'Enlace copiado.',
  'Your browser doesn’t let pages copy. Open the receipt and copy its address.':
    'Tu navegador no permite que las páginas copien. Abre el recibo y copia su dirección.',
  'End the link': 'Desactivar el enlace',
  'End this link?': '¿Desactivar este enlace?',
  'The service deletes its copy. The receipt stays on this device.':
    'El servicio borra su copia. El recibo se queda en este dispositivo.',
  'The service deletes its copy. The receipt stays on the device that has it.':
    'El servicio borra su copia. El recibo se queda en el dispositivo que lo tiene.',
  'The link no longer works.': 'El enlace ya no funciona.',
  'Sign in to get a link to a receipt.': 'Inicia sesión para crear un enlace a un recibo.',
  'Sign in': 'Iniciar sesión',
  'Links need a secure page (https).': 'Los enlaces necesitan una página segura (https).',
  Remove: 'Quitar',
  'Remove this receipt from this device?': '¿Quitar este recibo de este dispositivo?',
  'You can’t get it back. Download it first if you might need it.':
    'No podrás recuperarlo. Descárgalo antes si puedes necesitarlo.',
  'Its link keeps working until you end it. After this, you can only end it under My node.':
    'Su enlace sigue funcionando hasta que lo desactives. Después solo podrás hacerlo en Mi nodo.',
  'Receipt removed from this device.': 'Recibo quitado de este dispositivo.',
  'Remove all': 'Quitar todos',
  'Remove all receipts from this device?': '¿Quitar todos los recibos de este dispositivo?',
  'You can’t get them back. Links to them keep working until you end them under My node.':
    'No podrás recuperarlos. Sus enlaces siguen funcionando hasta que los desactives en Mi nodo.',
  'All receipts removed from this device.': 'Todos los recibos quitados de este dispositivo.',
  Cancel: 'Cancelar',
  'Links at the service': 'Enlaces en el servicio',
  'What the service stores for your links. It can’t read any of it.':
    'Lo que el servicio guarda para tus enlaces. No puede leer nada de ello.',
  'Drop it to check it': 'Suéltalo para comprobarlo',
  '{count} receipts stay on this device.': {
    one: 'Un recibo se queda en este dispositivo.',
    other: '{count} recibos se quedan en este dispositivo.',
  },
  'Anyone who uses this browser can see them. If this device isn’t yours, remove them.':
    'Cualquiera que use este navegador puede verlos. Si este dispositivo no es tuyo, quítalos.',
  'Keep them': 'Conservarlos',
  'Remove them': 'Quitarlos',
  'You already have 100 links.': 'Ya tienes 100 enlaces.',
  'End one to get another.': 'Desactiva uno para crear otro.',
  Appearance: 'Apariencia',
  System: 'Sistema',
  Light: 'Claro',
  Dark: 'Oscuro',
  'Verify a receipt': 'Verificar un recibo',
  Docs: 'Documentación (en inglés)',
  Status: 'Estado',
  'Page not found': 'Página no encontrada',
  'Check the address, search the docs, or go on from here.':
    'Comprueba la dirección, busca en la documentación o sigue desde aquí.',
  'Search the docs': 'Buscar en la documentación',
  Search: 'Buscar',
  'Stillhere, home': 'Stillhere, inicio',
  Pages: 'Páginas',
  More: 'Más',
  'You’re not signed in.': 'No has iniciado sesión.',
  'Join with an invite, or sign in with a passkey, your email or your wallet.':
    'Únete con una invitación o inicia sesión con una llave de acceso, tu correo o tu wallet.',
  'Join or sign in': 'Unirse o iniciar sesión',
  'Account: {handle}': 'Cuenta: {handle}',
  'Signed in as': 'Has iniciado sesión como',
  'Devices and sign-in': 'Dispositivos e inicio de sesión',
  'Sign out': 'Cerrar sesión',
  'We couldn’t sign you out. Check your connection and try again.':
    'No pudimos cerrar tu sesión. Comprueba tu conexión e inténtalo de nuevo.',
  'Something went wrong': 'Algo ha fallado',
  'Nothing you already sent is lost. Try again, or reload the page if it keeps happening.':
    'Lo que ya enviaste no se ha perdido. Inténtalo de nuevo o recarga la página si vuelve a pasar.',
  Reload: 'Recargar',
  'This page didn’t load': 'Esta página no se ha cargado',
  'Its code couldn’t be loaded.': 'No se pudo cargar su código.',
  'No invite? <link>Ask for one</link>': '¿No tienes invitación? <link>Pide una</link>',
  'Ask for an invite': 'Pedir una invitación',
  Code: 'Código',
  'The code has six digits.': 'El código tiene seis cifras.',
  'We emailed a 6-digit code to {email}.': 'Hemos enviado un código de 6 dígitos a {email}.',
  'This server has no mail set up. The operator has the code for {email}: ask them.':
    'Este servidor no tiene correo configurado. El operador tiene el código para {email}: pídeselo.',
  'This server has no mail set up. The code for {email} is in the newest file in {folder}.':
    'Este servidor no tiene correo configurado. El código para {email} está en el archivo más reciente de {folder}.',
  'No passkey was used.': 'No se usó ninguna llave de acceso.',
  'This needs a fresh sign-in.': 'Para esto tienes que volver a iniciar sesión.',
  'Nothing was changed. Try again, and sign in with a passkey or a code when asked.':
    'No se cambió nada. Inténtalo de nuevo e inicia sesión con una llave de acceso o un código cuando se te pida.',
  'Sign in again': 'Vuelve a iniciar sesión',
  'This needs a sign-in from the last ten minutes, so that no one who finds your device open can do it. Then it goes on.':
    'Para esto debes haber iniciado sesión en los últimos diez minutos: nadie que encuentre tu dispositivo abierto debe poder hacerlo. Después seguimos.',
  'Use a passkey': 'Usar una llave de acceso',
  'That passkey belongs to another account.': 'Esa llave de acceso es de otra cuenta.',
  'Pick another one.': 'Elige otra.',
  'Try again, or use a code.': 'Inténtalo de nuevo o usa un código.',
  'Email me a code': 'Envíame un código',
  'Email me another code': 'Envíame otro código',
}
