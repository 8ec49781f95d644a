import type { Messages } from '@stillhere/messages'

/** The page Check in Spanish. */
export const messages: Messages = {
  'This check has ended': 'Esta comprobación ha terminado',
  'The site asks for a passkey of your node. Add one under My node, then start again at the site.':
    'El sitio pide una llave de acceso de tu nodo. Añade una en Mi nodo y empieza de nuevo en el sitio.',
  'The link may be incomplete or old. Go back to the site you came from and start again.':
    'Puede que el enlace esté incompleto o sea antiguo. Vuelve al sitio del que vienes y empieza de nuevo.',
  'No, cancel': 'No, cancelar',
  'The connection is lost.': 'Se perdió la conexión.',
  'We keep trying. You can leave this page open.': 'Seguimos intentándolo. Puedes dejar esta página abierta.',
  'What the site learns': 'Qué sabrá el sitio',
  '{site} gets a name that only this site knows you by. Not your email address, and not how you move.':
    '{site} recibe un nombre por el que solo este sitio te conoce. Ni tu correo ni cómo te mueves.',
  'Continue on your phone': 'Continúa en tu teléfono',
  'This takes motion sensors. Point your phone’s camera at the code and enter this number there:':
    'Hacen falta sensores de movimiento. Apunta la cámara de tu teléfono al código e introduce allí este número:',
  'QR code for your phone': 'Código QR para tu teléfono',
  'Number for your phone': 'Número para tu teléfono',
  'Don’t show or send these to anyone: with both, they could answer in your place.':
    'No se los muestres ni envíes a nadie: con ambos, podría responder en tu lugar.',
  'This address works only on this machine.': 'Esta dirección solo funciona en este equipo.',
  'Phones can reach the service once it’s started with {command}.':
    'Los teléfonos llegan al servicio cuando se inicia con {command}.',
  'Your phone has joined. Continue there.': 'Tu teléfono se ha conectado. Continúa allí.',
  'This page continues when you’re done there.': 'Esta página sigue cuando termines allí.',
  'Use another phone': 'Usar otro teléfono',
  'Continue on this device': 'Continuar en este dispositivo',
  'Use another device': 'Usar otro dispositivo',
  'You came here from another screen.': 'Vienes de otra pantalla.',
  'Continue only if you opened that page yourself.': 'Continúa solo si abriste esa página tú.',
  'Which number does the other screen show?': '¿Qué número muestra la otra pantalla?',
  'Two digits, next to the QR code.': 'Dos cifras, junto al código QR.',
  'Did you start this at {site} yourself?': '¿Has empezado esto tú en {site}?',
  'If someone sent you this link, stop here: your confirmation would count as theirs.':
    'Si alguien te ha enviado este enlace, no sigas: tu confirmación contaría como suya.',
  'Which number does the page of {site} show?': '¿Qué número muestra la página de {site}?',
  'Two digits, next to the button that you pressed.': 'Dos cifras, junto al botón que has pulsado.',
  'The number has two digits.': 'El número tiene dos cifras.',
  Continue: 'Continuar',
  'Another page has this check open': 'Otra página tiene abierta esta comprobación',
  'Continue there. If you can’t find it, go back to the site and start again.':
    'Continúa allí. Si no la encuentras, vuelve al sitio y empieza de nuevo.',
  'Sign in first': 'Primero inicia sesión',
  '{site} asks for level 2: a scan in real time, signed by a passkey of your node. You come back here afterwards.':
    '{site} pide el nivel 2: un escaneo en tiempo real firmado con una llave de acceso de tu nodo. Después volverás aquí.',
  'First, teach Stillhere how you move': 'Primero, enséñale a Stillhere cómo te mueves',
  'Four short steps, about one minute: three rounds of six arrows, then the scan itself. The result is sealed and kept in this browser, for every later check.':
    'Cuatro pasos cortos, más o menos un minuto: tres rondas de seis flechas y después el propio escaneo. El resultado se sella y se queda en este navegador para las próximas comprobaciones.',
  'To confirm, follow six arrows': 'Para confirmar, sigue seis flechas',
  'Hold the phone in one hand and move it the way each arrow points. It takes about ten seconds.':
    'Sostén el teléfono en una mano y muévelo hacia donde apunte cada flecha. Tarda unos diez segundos.',
  'Confirm with a scan': 'Confirmar con un escaneo',
  'Step 4 of 4: the scan itself. Six new arrows, once.':
    'Paso 4 de 4: el propio escaneo. Seis flechas nuevas, una vez.',
  'How you move is sealed by the service and kept in this browser only.':
    'El servicio sella cómo te mueves y solo se guarda en este navegador.',
  'Forget my enrollment': 'Borrar mi registro de movimiento',
  'This site also accepts a code that we email to the address of your node. It’s told that nobody moved: level 0, and no receipt.':
    'Este sitio también acepta un código que enviamos al correo de tu nodo. Sabrá que nadie se movió: nivel 0 y sin recibo.',
  'Mail me a new code': 'Enviarme otro código',
  'Confirm with the code': 'Confirmar con el código',
  'We’ll take you back to {site}.': 'Te llevamos de vuelta a {site}.',
  'Return to {site}': 'Volver a {site}',
  Done: 'Listo',
  'Look at the other screen.': 'Mira la otra pantalla.',
  'You can close this page.': 'Puedes cerrar esta página.',
  'Canceled. Nothing was confirmed.': 'Cancelado. No se confirmó nada.',
  'This took too long. Nothing was confirmed.': 'Tardó demasiado. No se confirmó nada.',
  'This check has ended.': 'Esta comprobación ha terminado.',
  'We’ll take you back.': 'Te llevamos de vuelta.',
  'The site canceled this. Nothing was confirmed.': 'El sitio lo canceló. No se confirmó nada.',
  'Five scans were refused, so this check is over. Nothing was confirmed.':
    'Se rechazaron cinco escaneos, así que esta comprobación ha terminado. No se confirmó nada.',
  'A wrong number was entered three times, so this check is over. Nothing was confirmed.':
    'Se introdujo un número incorrecto tres veces, así que esta comprobación ha terminado. No se confirmó nada.',
  'Go back to {site} and start again there.': 'Vuelve a {site} y empieza allí de nuevo.',
  'Nothing was confirmed': 'No se confirmó nada',
  'You can close this page. If you opened the other screen yourself, cancel there, too.':
    'Puedes cerrar esta página. Si abriste tú la otra pantalla, cancela también allí.',
  'That’s not the number': 'Ese no es el número',
  'For your safety, each number works once. Point your camera at the code that the other screen shows now.':
    'Por tu seguridad, cada número sirve una sola vez. Apunta con la cámara al código que ahora muestra la otra pantalla.',
  'This code no longer works': 'Este código ya no sirve',
  'It was used, or it’s older than a minute. Point your camera at the code the other screen shows now.':
    'Se usó o tiene más de un minuto. Apunta la cámara al código que la otra pantalla muestra ahora.',
}
