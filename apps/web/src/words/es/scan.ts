import type { Messages } from '@stillhere/messages'

/** The page Scan in Spanish. */
export const messages: Messages = {
  'Can’t move a phone?': '¿No puedes mover un teléfono?',
  'A scan is one way to show you’re here, not the only one. Here’s what works today:':
    'Un escaneo es una forma de mostrar que estás aquí, pero no la única. Esto es lo que funciona hoy:',
  'All ways, with their levels and error rates': 'Todas las formas, con sus niveles y tasas de error',
  'Sitting down, or with one hand': 'En una silla o con una sola mano',
  'Scan as usual: it’s made for one hand, and you can sit. Same level as any scan. How often it fails this way hasn’t been measured.':
    'Escanea como siempre: basta una mano y puedes hacerlo en una silla. El nivel es el de cualquier escaneo. No se ha medido cuántas veces falla así.',
  'With a tremor': 'Con temblor',
  'Scan as usual. How often it fails for people with a tremor hasn’t been measured. If it does, use a code.':
    'Escanea como siempre. No se ha medido cuántas veces falla con temblor. Si falla, usa un código.',
  'With a finger, a mouse or keys only': 'Solo con un dedo, un ratón o el teclado',
  'You can practice here. It proves nothing, and there’s no receipt.':
    'Puedes practicar aquí. No demuestra nada y no hay recibo.',
  'With a camera only': 'Solo con una cámara',
  'No page of ours accepts a camera alone yet.': 'Ninguna de nuestras páginas acepta aún solo una cámara.',
  'Without moving at all': 'Sin moverte en absoluto',
  'Joining and signing in need no scan: a code by email is enough. Sites that allow it accept that code in a check, too. They’re told it is level 0: nobody moved, and there’s no receipt. You can deny an approval without a scan, and give it by a code where the site allows that.':
    'Para unirte e iniciar sesión no hace falta escanear: basta un código por correo. Los sitios que lo permiten también aceptan ese código en una comprobación. Se les dice que es nivel 0: nadie se movió y no hay recibo. Puedes rechazar una aprobación sin escanear y, si el sitio lo permite, darla con un código.',
  'Too many tries for now': 'Demasiados intentos por ahora',
  'This scan arrived too late': 'Este escaneo llegó demasiado tarde',
  'Your node is unchanged. There’s a limited number of tries an hour.':
    'Tu nodo no ha cambiado. El número de intentos por hora es limitado.',
  'Your node is unchanged.': 'Tu nodo no ha cambiado.',
  'Nothing was recorded, and nothing counts against you.': 'No se guardó nada y nada cuenta en tu contra.',
  'You’re no longer signed in': 'Ya no tienes la sesión iniciada',
  'Your session has ended. Sign in again; your enrollment stays on this device.':
    'Tu sesión ha terminado. Inicia sesión de nuevo; tu registro de movimiento sigue en este dispositivo.',
  'Your enrollment is no longer valid': 'Tu registro de movimiento ya no es válido',
  'It has expired, or you’ve enrolled again since, perhaps on another device. Enroll again; it takes about a minute.':
    'Ha caducado o has hecho otro después, quizá en otro dispositivo. Registra tu movimiento de nuevo; tardas más o menos un minuto.',
  'You reached particle level {level}!': '¡Has llegado al nivel de partícula {level}!',
  'That’s enough for today.': 'Suficiente por hoy.',
  'Your scan counts.': 'Tu escaneo cuenta.',
  '+{count} points': { one: '+{count} punto', other: '+{count} puntos' },
  'Strong scan! Double points.': '¡Gran escaneo! Puntos dobles.',
  'Some points were lost while you were away; that’s already counted.':
    'Perdiste algunos puntos mientras no estabas; ya están descontados.',
  'Day 1 of your streak. Come back tomorrow.': 'Día 1 de tu racha. Vuelve mañana.',
  'Day {day} of your streak: bonus ×{factor}.': 'Día {day} de tu racha: bonificación ×{factor}.',
  'Day {day} of your streak.': 'Día {day} de tu racha.',
  '{points} points in all: the highest particle level there is.':
    '{points} puntos en total: el nivel de partícula más alto que hay.',
  '{points} points in all. The next particle level starts at {next}.':
    '{points} puntos en total. El siguiente nivel de partícula empieza en {next}.',
  'That was your third scan today. More scans still give receipts; points start again at midnight UTC.':
    'Era tu tercer escaneo de hoy. Si escaneas más, seguirás recibiendo recibos; los puntos vuelven a medianoche UTC.',
  '{count} more scans count today.': {
    one: 'Hoy cuenta un escaneo más.',
    other: 'Hoy cuentan {count} escaneos más.',
  },
  'Three scans a day count, and you’ve made them. Your receipt is valid all the same.':
    'Cuentan tres escaneos al día y ya los has hecho. Tu recibo es válido igualmente.',
  'Points start again after midnight UTC.': 'Los puntos vuelven después de la medianoche UTC.',
  'Points start again after midnight UTC, in about {count} hours.': {
    one: 'Los puntos vuelven después de la medianoche UTC, en menos de una hora.',
    other: 'Los puntos vuelven después de la medianoche UTC, en unas {count} horas.',
  },
  'Ready to scan: secure connection, motion sensor working, permission granted':
    'Todo listo: conexión segura, sensor de movimiento activo, permiso concedido',
  'Almost ready: secure connection, motion sensor found. Your browser asks for permission when you start.':
    'Casi listo: conexión segura, sensor de movimiento encontrado. El navegador pedirá permiso al empezar.',
  'Checking the motion sensor…': 'Comprobando el sensor de movimiento…',
  'Not ready: this page isn’t secure. Open it over https.': 'Aún no: esta página no es segura. Ábrela por https.',
  'Not ready: your browser blocks motion for this site. Press Scan to see how to allow it.':
    'Aún no: tu navegador bloquea el sensor de movimiento en este sitio. Pulsa «Escanear» para ver cómo permitirlo.',
  'Not ready: the motion sensor isn’t responding. Try this on a phone.':
    'Aún no: el sensor de movimiento no responde. Prueba en un teléfono.',
  'Not ready: there’s no motion sensor here. Try this on a phone.':
    'Aún no: aquí no hay sensor de movimiento. Prueba en un teléfono.',
  'You’re not signed in. The receipt will be signed by this browser.':
    'No has iniciado sesión. El recibo lo firmará este navegador.',
  'Signed in as {handle}. Not enrolled on this device yet.':
    'Has iniciado sesión como {handle}. Aún sin registro de movimiento en este dispositivo.',
  'Signed in as {handle}. Enrolled on this device until {date}.':
    'Has iniciado sesión como {handle}. Registro de movimiento en este dispositivo hasta el {date}.',
  'Six arrows, ten seconds, one receipt.': 'Seis flechas, diez segundos, un recibo.',
  'Continue on your phone': 'Continúa en tu teléfono',
  'Point your phone’s camera at this code. You’ll sign in there once; an enrollment stays on the device it was made on.':
    'Apunta la cámara de tu teléfono a este código. Allí iniciarás sesión una vez; el registro de movimiento se queda en el dispositivo donde se hizo.',
  'Your enrollment is forgotten.': 'Tu registro de movimiento se ha borrado.',
  'A scan is running. Leave anyway? What you did so far is lost.':
    'Hay un escaneo en curso. ¿Salir de todos modos? Se perderá lo que llevas hecho.',
  'First, teach Stillhere how you move': 'Primero, enséñale a Stillhere cómo te mueves',
  'Four short steps: three rounds of six arrows, then your first scan. The result is sealed and stays on this device.':
    'Cuatro pasos cortos: tres rondas de seis flechas y luego tu primer escaneo. El resultado se sella y se queda en este dispositivo.',
  'Ready when you are': 'Cuando quieras',
  'Six new arrows, one scan. The service compares it with your enrollment, signs the receipt, and your node grows.':
    'Seis flechas nuevas, un escaneo. El servicio lo compara con tu registro de movimiento, firma el recibo y tu nodo crece.',
  'Try it without a node': 'Pruébalo sin nodo',
  'No motion leaves this browser. The receipt says that this page saw motion like a person’s.':
    'Ningún movimiento sale de este navegador. El recibo dice que esta página vio un movimiento como el de una persona.',
  'Start (about 1 minute)': 'Empezar (un minuto)',
  'Enroll again': 'Registrar de nuevo',
  'Scan accepted': 'Escaneo aceptado',
  'Presence, the arrows, and that you move as you did when you enrolled. The service checked all three and signed.':
    'La presencia, las flechas y que te mueves como en tu registro. El servicio comprobó las tres cosas y firmó.',
  'Presence and the arrows. Both were checked in this browser, and no motion left it.':
    'La presencia y las flechas. Ambas se comprobaron en este navegador y ningún movimiento salió de él.',
  'Confirm with a scan': 'Confirmar con un escaneo',
  'Approve with a scan': 'Aprobar con un escaneo',
  'Step {number} of {count}': 'Paso {number} de {count}',
  'The seal is kept in this browser. Your motion was discarded.':
    'El sello se guarda en este navegador. Tu movimiento se descartó.',
  'Take a breath. {step}: your first scan. Six new arrows, once, about ten seconds.':
    'Respira. {step}: tu primer escaneo. Seis flechas nuevas, una vez, unos diez segundos.',
  'Scan now': 'Escanear ahora',
  'Wait for each arrow, then move the pointer along it, or press the arrow keys.':
    'Espera a cada flecha y mueve el puntero a lo largo de ella, o pulsa las teclas de flecha.',
  'Now you know how a scan goes.': 'Ya sabes cómo es un escaneo.',
  'Signed by this service. Anyone can check it without asking us.':
    'Firmado por este servicio. Cualquiera puede comprobarlo sin preguntarnos.',
  'Signed by this browser. Anyone can check it without asking us.':
    'Firmado por este navegador. Cualquiera puede comprobarlo sin preguntarnos.',
  'This browser signed the receipt with its own key. It shows that a scan works and what this page saw. When something is at stake, people ask for a receipt signed by the service.':
    'Este navegador firmó el recibo con su propia clave. Muestra que un escaneo funciona y qué vio esta página. Cuando hay algo en juego, se pide un recibo firmado por el servicio.',
  'Verify it': 'Verificarlo',
  'Adding your points…': 'Sumando tus puntos…',
  'Particle level {level}': 'Nivel de partícula {level}',
  '{percent} of the way to the next': '{percent} del camino al siguiente',
  'Your receipt is safe, but your points aren’t added yet.':
    'Tu recibo está a salvo, pero tus puntos aún no se han sumado.',
  'Your enrollment': 'Tu registro de movimiento',
  'Made <time>{time}</time>. It’s 128 numbers about how you move, sealed by the service and kept only in this browser. Nobody can sign in with it or turn it back into motion.':
    'Hecho el <time>{time}</time>. Son 128 números sobre cómo te mueves, sellados por el servicio y guardados solo en este navegador. Nadie puede iniciar sesión con ellos ni volver a convertirlos en movimiento.',
  'Forget my enrollment': 'Borrar mi registro de movimiento',
  'Forget your enrollment?': '¿Borrar tu registro de movimiento?',
  'Your node, its particle level and your receipts stay. Before your next scan you enroll again, about a minute.':
    'Tu nodo, su nivel de partícula y tus recibos se quedan. Antes de tu próximo escaneo registras tu movimiento de nuevo, más o menos un minuto.',
  'Forget it': 'Borrar',
  'Keep it': 'Conservar',
  'Have a node? <link>Sign in</link> first, and the scan counts for it.':
    '¿Tienes un nodo? <link>Inicia sesión</link> primero y el escaneo contará para él.',
  'Sign in again to enroll': 'Vuelve a iniciar sesión para registrar tu movimiento',
  'Others may find your device open, so only a sign-in from the last ten minutes can enroll your account.':
    'Otras personas podrían encontrar tu dispositivo abierto, así que solo un inicio de sesión de los últimos diez minutos puede registrar tu movimiento.',
}
