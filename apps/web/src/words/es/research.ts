import type { Messages } from '@stillhere/messages'

/** The page Research in Spanish. */
export const messages: Messages = {
  'Lend us your motion.': 'Préstanos tu movimiento.',
  'A minute with your phone, or half a minute in front of a camera, teaches the engine how people move. We store no pictures and no names, and you can delete your data at any time.':
    'Un minuto con tu teléfono, o medio minuto ante una cámara, enseña al motor cómo se mueven las personas. No guardamos imágenes ni nombres, y puedes borrar tus datos cuando quieras.',
  'Give a session': 'Aportar una sesión',
  'Delete a session': 'Borrar una sesión',
  'Two ways to help': 'Dos formas de ayudar',
  'With a phone': 'Con un teléfono',
  'With a camera': 'Con una cámara',
  Progress: 'Progreso',
  'Usable sessions': 'Sesiones utilizables',
  '{count} of {needed}': '{count} de {needed}',
  'Last one: <time></time>.': 'Última: <time></time>.',
  'That’s enough for a calibration. More sessions make it better.':
    'Es suficiente para una calibración. Con más sesiones será mejor.',
  '{count} more sessions, and the service can be calibrated with real people’s motion.': {
    one: 'Falta una sesión para poder calibrar el servicio con movimientos de personas reales.',
    other: 'Faltan {count} sesiones para poder calibrar el servicio con movimientos de personas reales.',
  },
  '{count} people so far': { one: 'Una persona hasta ahora', other: '{count} personas hasta ahora' },
  '{people}; nobody has come back on another day yet.': '{people}; nadie ha vuelto otro día todavía.',
  '{people}; {count} came back on another day.': {
    one: '{people}; una volvió otro día.',
    other: '{people}; {count} volvieron otro día.',
  },
  'What we collect': 'Qué recogemos',
  'What we don’t collect': 'Qué no recogemos',
  'How it’s used': 'Para qué se usa',
  '<strong>18 points on your body</strong>, about 30 times a second for 30 seconds: the positions of your head, shoulders, elbows, wrists, hips, knees and ankles.':
    '<strong>18 puntos de tu cuerpo</strong>, unas 30 veces por segundo durante 30 segundos: la posición de cabeza, hombros, codos, muñecas, caderas, rodillas y tobillos.',
  'How lively the motion is: one score and its four parts, calculated on this device.':
    'Lo viva que es tu forma de moverte: una puntuación y sus cuatro partes, calculadas en este dispositivo.',
  'Your operating system, browser, window size and the lighting you chose.':
    'Tu sistema operativo, navegador, tamaño de la ventana y la luz que indicaste.',
  '<strong>No pictures.</strong> The camera’s pictures are processed on this device and dropped. None are stored or sent.':
    '<strong>Ninguna imagen.</strong> Las imágenes de la cámara se procesan en este dispositivo y se descartan. Ninguna se guarda ni se envía.',
  'No sound, no name, no email address.': 'Ni sonido, ni nombre, ni correo electrónico.',
  'Your IP address is stored only as a scrambled mark, to limit uploads to five a day. After a day nobody can tell which address it was.':
    'De tu dirección IP solo queda una marca irreconocible, para limitar los envíos a cinco al día. Pasado un día, nadie puede saber qué dirección era.',
  'Sessions teach the engine how people move, so that it turns fewer of them away. They’re kept until you delete them.':
    'Las sesiones enseñan al motor cómo se mueven las personas, para que rechace a menos. Se guardan hasta que las borres.',
  'After sending you get a <strong>delete code</strong>. Anyone with this code can delete the session at any time. Nobody else can tell which one is yours, so keep it.':
    'Al enviarla recibes un <strong>código de borrado</strong>. Quien lo tenga puede borrar la sesión en cualquier momento. Nadie más puede saber cuál es la tuya, así que guárdalo.',
  '<strong>How the phone moves and turns</strong> while you follow its arrows: three rounds of six arrows, less than ten seconds each. Only the moves are kept, not what happens between them.':
    '<strong>Cómo se mueve y gira el teléfono</strong> mientras sigues las flechas: tres rondas de seis flechas, de menos de diez segundos cada una. Solo se guardan los movimientos, no lo que pasa entre ellos.',
  'The date, your operating system, browser and window size, to tell two phones apart.':
    'La fecha, tu sistema operativo, el navegador y el tamaño de la ventana, para distinguir dos teléfonos.',
  'A <strong>pseudonym</strong>: random characters that this browser keeps so that you can come back. The service keeps only a scrambled version.':
    'Un <strong>seudónimo</strong>: caracteres aleatorios que este navegador guarda para que puedas volver. El servicio guarda solo una versión irreconocible.',
  '<strong>No camera, no sound, no location.</strong> Only the motion sensors are read, and only during the rounds.':
    '<strong>Ni cámara, ni sonido, ni ubicación.</strong> Solo se leen los sensores de movimiento, y solo durante las rondas.',
  'No name, no email address, and no link to your node, even if you’re signed in.':
    'Ni nombre, ni correo electrónico, ni vínculo con tu nodo, aunque hayas iniciado sesión.',
  'This teaches the service how similar one hand is on different days and phones, and how different two hands are. It’s kept until you delete it.':
    'Así el servicio aprende cuánto se parece una misma mano en días y teléfonos distintos, y cuánto se diferencian dos manos. Se guarda hasta que lo borres.',
  '<strong>Forget me</strong> deletes everything you gave with this browser. Each session also has a delete code that works anywhere.':
    '<strong>Olvídame</strong> borra todo lo que aportaste con este navegador. Cada sesión tiene además un código de borrado que funciona en cualquier lugar.',
  'Only a rough outline of each round is kept for 90 days, without a pseudonym, so that nobody can reuse your motion as a scan.':
    'Solo se guarda durante 90 días un esbozo de cada ronda, sin seudónimo, para que nadie pueda reutilizar tu movimiento como escaneo.',
  'I have read what is collected and how it’s used, and I agree.':
    'He leído qué se recoge y para qué se usa, y estoy de acuerdo.',
  Lighting: 'Iluminación',
  'Indoors, daylight': 'Interior, luz natural',
  'Indoors, artificial light': 'Interior, luz artificial',
  'Outdoors, daylight': 'Exterior, de día',
  'Outdoors, at night': 'Exterior, de noche',
  'Check the first box if you agree. The camera stays off until you do.':
    'Marca la primera casilla si estás de acuerdo. Hasta entonces la cámara sigue apagada.',
  'Opening the camera…': 'Abriendo la cámara…',
  'Turn on camera': 'Encender la cámara',
  'Turn off camera': 'Apagar la cámara',
  'Allow the camera if your browser asks. Then the model that finds your joints loads: 10 MB the first time.':
    'Permite la cámara si el navegador lo pregunta. Después se carga el modelo que localiza tus articulaciones: 10 MB la primera vez.',
  'Your browser will ask too. Nothing is sent until you’ve seen it and pressed Send.':
    'El navegador también te preguntará. No se envía nada hasta que lo hayas visto y pulses Enviar.',
  'Label it with a pseudonym of my node (optional).': 'Marcarla con un seudónimo de mi nodo (opcional).',
  'Then your sessions can be recognized as coming from one person, but not which one. Erasing your node removes the link.':
    'Así se sabe que tus sesiones son de una misma persona, pero no de cuál. Si borras tu nodo, el vínculo desaparece.',
  'What to do': 'Qué tienes que hacer',
  'Stand about two meters from the camera. There are five phases of {seconds} seconds each; a figure shows what to do. Skip anything that hurts. Sitting is fine too, as long as your feet are in the picture.':
    'Colócate a unos dos metros de la cámara. Hay cinco fases de {seconds} segundos; una figura muestra qué hacer. Omite lo que te duela. También puedes sentarte, siempre que se vean tus pies.',
  'Stand relaxed': 'De pie, en calma',
  'Let your arms hang. Breathe and sway naturally.': 'Deja caer los brazos. Respira y balancéate con naturalidad.',
  'Raise your arms': 'Levanta los brazos',
  'Both arms out to the sides and up, then down again.': 'Ambos brazos hacia los lados y arriba, y luego abajo.',
  'Reach across': 'Cruza los brazos',
  'Touch the opposite shoulder with one hand, then switch.': 'Toca con una mano el hombro contrario y luego cambia.',
  Lean: 'Inclínate',
  'Lean to one side, then the other, arms loose.':
    'Inclínate hacia un lado y luego hacia el otro, con los brazos sueltos.',
  'Walk in place': 'Camina sin avanzar',
  'Lift your knees one after the other, as if walking.': 'Levanta las rodillas una tras otra, como al caminar.',
  'Find your place': 'Busca tu sitio',
  'Prop the device upright, then step back until you see your whole body.':
    'Apoya el dispositivo en vertical y aléjate hasta verte de cuerpo entero.',
  'After you press Start, you have eight seconds to step back. Only the dots are recorded.':
    'Tras pulsar Empezar tienes ocho segundos para alejarte. Solo se graban los puntos.',
  Start: 'Empezar',
  'We can’t see anyone yet.': 'Todavía no vemos a nadie.',
  'We can see your whole body.': 'Te vemos de cuerpo entero.',
  'Part of you is out of the picture.': 'Una parte de ti queda fuera de la imagen.',
  'Your camera picture, mirrored': 'Tu imagen de la cámara, en espejo',
  'Follow the figure': 'Sigue la figura',
  'Step back.': 'Aléjate.',
  'First: {phase}': 'Primero: {phase}',
  'Stop and discard': 'Parar y descartar',
  'That didn’t work': 'No ha funcionado',
  'We couldn’t see anyone.': 'No vimos a nadie.',
  'Add some light, stand in front of a plain wall, and step into the picture.':
    'Pon más luz, colócate ante una pared lisa y entra en la imagen.',
  'We saw you in {seen} of {all} seconds.': 'Te vimos en {seen} de {all} segundos.',
  'Stay in the picture until the end, with light from the front.':
    'Quédate en la imagen hasta el final, con luz de frente.',
  'Part of you was out of the picture most of the time.':
    'Una parte de ti estuvo fuera de la imagen casi todo el tiempo.',
  'Step back or tilt the camera until your head and feet are both visible.':
    'Aléjate o inclina la cámara hasta que se vean la cabeza y los pies.',
  'We saw too little motion.': 'Vimos muy poco movimiento.',
  'Details: {reason}.': 'Detalles: {reason}.',
  'This device managed only {fps} frames per second.': 'Este dispositivo solo alcanzó {fps} imágenes por segundo.',
  'We need at least {fps}. Close other apps, charge the device, or use a faster one.':
    'Hacen falta al menos {fps}. Cierra otras aplicaciones, carga el dispositivo o usa uno más rápido.',
  'The camera is off and nothing was sent.': 'La cámara está apagada y no se envió nada.',
  'The camera is off. This session was discarded and nothing was sent.':
    'La cámara está apagada. Esta sesión se descartó y no se envió nada.',
  'Check it before you send it': 'Revísala antes de enviarla',
  'The camera is off. This is everything we’d get. Take a look, then send or discard it.':
    'La cámara está apagada. Esto es todo lo que recibiríamos. Échale un vistazo y envíalo o descártalo.',
  'The points of your session, playing in a loop': 'Los puntos de tu sesión, en bucle',
  Length: 'Duración',
  '{seconds} seconds in five phases': '{seconds} segundos en cinco fases',
  Points: 'Puntos',
  '{frames} × 18, whole body in {percent}%': '{frames} × 18, cuerpo entero en el {percent} %',
  'Presence score': 'Puntuación de presencia',
  '{score}, calculated on this device': '{score}, calculada en este dispositivo',
  Device: 'Dispositivo',
  '{os}, {browser}, window {size}': '{os}, {browser}, ventana {size}',
  Send: 'Enviar',
  'Send again': 'Enviar de nuevo',
  'Save a copy': 'Guardar una copia',
  Discard: 'Descartar',
  'Your session stays here as long as this page is open.': 'Tu sesión sigue aquí mientras esta página esté abierta.',
  'Thank you': 'Gracias',
  'Your session has arrived. Thank you!': 'Tu sesión ha llegado. ¡Gracias!',
  'We couldn’t read its points, so we kept only the rest.':
    'No pudimos leer sus puntos, así que guardamos solo el resto.',
  'Your delete code': 'Tu código de borrado',
  'Keep this code. The page forgets it when you close the tab, and the service has no copy. Without it nobody can find your session, not even us.':
    'Guarda este código. La página lo olvida al cerrar la pestaña y el servicio no tiene copia. Sin él nadie puede encontrar tu sesión, ni siquiera nosotros.',
  'Save as a file': 'Guardar como archivo',
  'Give another session': 'Aportar otra sesión',
  'With this code you can delete the motion you gave to research.':
    'Con este código puedes borrar el movimiento que aportaste a la investigación.',
  'Paste it at {address}': 'Pégalo en {address}',
  'Delete code': 'Código de borrado',
  'The line you kept, or the whole saved file.': 'La línea que guardaste o el archivo completo.',
  'That’s not a delete code. It has two parts, and the second starts with sd_.':
    'Eso no es un código de borrado. Tiene dos partes y la segunda empieza por sd_.',
  'Deleted.': 'Borrada.',
  'The session is gone and won’t be used again.': 'La sesión ya no existe y no se volverá a usar.',
  'Delete this session': 'Borrar esta sesión',
  'Sent from this tab. The codes are kept until you close it.':
    'Enviadas desde esta pestaña. Los códigos se guardan hasta que la cierres.',
  'Fill in code {code}': 'Usar el código {code}',
  'Nothing is stored under this code.': 'No hay nada guardado con este código.',
  'It may already be deleted, or the code has a typo. Paste the whole line again.':
    'Puede que ya esté borrada o que el código tenga un error. Pega de nuevo la línea completa.',
  'That’s enough for today from this network.': 'Por hoy es suficiente desde esta red.',
  'We accept five sessions in 24 hours from one IP address.':
    'Aceptamos cinco sesiones en 24 horas desde una misma dirección IP.',
  'These rounds weren’t accepted.': 'Estas rondas no se aceptaron.',
  'Please record them again.': 'Grábalas de nuevo, por favor.',
  'This session is too large.': 'Esta sesión es demasiado grande.',
  'Record it again.': 'Grábala de nuevo.',
  'Part of this page didn’t load.': 'Una parte de esta página no se cargó.',
  'We couldn’t find a camera.': 'No encontramos ninguna cámara.',
  'Connect a camera and start again.': 'Conecta una cámara y empieza de nuevo.',
  'Camera access is blocked.': 'El acceso a la cámara está bloqueado.',
  'Allow the camera for this site in your browser’s settings.':
    'Permite la cámara para este sitio en los ajustes del navegador.',
  'The camera isn’t sending a picture.': 'La cámara no envía imagen.',
  'Close other apps that use the camera and start again.':
    'Cierra otras aplicaciones que usen la cámara y empieza de nuevo.',
  'The camera was turned off.': 'La cámara se apagó.',
  'Leave the camera on and keep this page in front, then start again.':
    'Deja la cámara encendida y esta página en primer plano, y empieza de nuevo.',
  'This page can’t use a camera.': 'Esta página no puede usar una cámara.',
  'Open it over https in a current browser.': 'Ábrela por https en un navegador actualizado.',
  'The body model couldn’t be loaded.': 'No se pudo cargar el modelo del cuerpo.',
  'Record three rounds': 'Grabar tres rondas',
  'Check the box if you agree. Nothing is recorded until you do.':
    'Marca la casilla si estás de acuerdo. Hasta entonces no se graba nada.',
  Continue: 'Continuar',
  'Your browser may ask for access to the motion sensors. The rounds are sent after the third one.':
    'El navegador puede pedir acceso a los sensores de movimiento. Las rondas se envían después de la tercera.',
  'Follow the arrows': 'Sigue las flechas',
  'Hold the phone in one hand, elbow bent. When an arrow lights up, move the phone that way at once, about a hand’s width, and stop. Six arrows, three times. If you miss a round, you get another try.':
    'Sujeta el teléfono con una mano, con el codo doblado. Cuando se ilumine una flecha, mueve el teléfono enseguida en esa dirección, más o menos el ancho de una mano, y detente. Seis flechas, tres veces. Si fallas una ronda, puedes repetirla.',
  'Round {number} of {of}': 'Ronda {number} de {of}',
  Sending: 'Enviando',
  '{count} moves have arrived.': { one: 'Ha llegado un movimiento.', other: 'Han llegado {count} movimientos.' },
  '<strong>Come back on another day</strong> with this browser; it remembers you. Nothing teaches us more than the same hand a day or a week later. Or continue with another phone: see below.':
    '<strong>Vuelve otro día</strong> con este navegador; te recuerda. Nada nos enseña más que la misma mano un día o una semana después. O sigue con otro teléfono: mira más abajo.',
  'It arrived, but we can’t learn anything from it.': 'Ha llegado, pero no podemos aprender nada de ello.',
  'The motion wasn’t kept. Try the rounds again whenever you like.':
    'El movimiento no se guardó. Repite las rondas cuando quieras.',
  'This browser keeps the code until you press Forget me. Save a copy if you might want to delete from somewhere else.':
    'Este navegador guarda el código hasta que pulses Olvídame. Guarda una copia si quizá quieras borrar desde otro lugar.',
  'Your three rounds are still here.': 'Tus tres rondas siguen aquí.',
  'The service no longer knows your pseudonym': 'El servicio ya no conoce tu seudónimo',
  'Everything stored under it has been deleted. Try again: your three rounds are still here and will get a new one.':
    'Todo lo guardado con él se ha borrado. Inténtalo de nuevo: tus tres rondas siguen aquí y recibirán uno nuevo.',
  'Continue on a phone': 'Continuar en un teléfono',
  'Another phone': 'Otro teléfono',
  'This needs a phone’s motion sensors. Point your phone’s camera at the code.':
    'Hacen falta los sensores de movimiento de un teléfono. Apunta la cámara de tu teléfono al código.',
  'The same hand with another phone shows us what comes from the hand and what from the phone. Point its camera at the code; what you give there is stored under your pseudonym. Anyone with the link can do the same, so keep it to yourself.':
    'La misma mano con otro teléfono nos muestra qué viene de la mano y qué del teléfono. Apunta su cámara al código; lo que aportes allí se guarda con tu seudónimo. Quien tenga el enlace puede hacer lo mismo, así que no lo compartas.',
  'This browser remembers you': 'Este navegador te recuerda',
  'Welcome back.': 'Qué bueno verte de nuevo.',
  'You gave {sessions} on {days} with this phone.': 'Con este teléfono has aportado {sessions} en {days}.',
  'You gave {sessions} on {days} with this phone, after starting on another.':
    'Con este teléfono has aportado {sessions} en {days}, después de empezar en otro.',
  '{count} sessions': { one: 'una sesión', other: '{count} sesiones' },
  '{count} days': { one: 'un día', other: '{count} días' },
  'Another session helps most on a different day.': 'La siguiente sesión ayuda más si es otro día.',
  'It’s a new day, so another session now helps a lot.': 'Hoy es otro día: una sesión más ayuda mucho.',
  'Welcome from your other phone!': '¡Hola desde tu otro teléfono!',
  'What you give here is stored under the same pseudonym.': 'Lo que aportes aquí se guarda con el mismo seudónimo.',
  'It shows what stays the same from phone to phone.': 'Muestra qué se mantiene igual de un teléfono a otro.',
  'We couldn’t use anything you gave with this phone yet.':
    'Todavía no hemos podido usar nada de lo que aportaste con este teléfono.',
  'Feel free to try again.': 'Puedes intentarlo de nuevo.',
  'Forget me': 'Olvídame',
  'Delete everything?': '¿Borrar todo?',
  'All {count} sessions you gave with this browser will be deleted, and the browser will forget your pseudonym.': {
    one: 'Se borrará la sesión que aportaste con este navegador y el navegador olvidará tu seudónimo.',
    other: 'Se borrarán las {count} sesiones que aportaste con este navegador y el navegador olvidará tu seudónimo.',
  },
  'This browser will forget your pseudonym.': 'Este navegador olvidará tu seudónimo.',
  'What you gave with another phone stays until you do the same there or delete it with its code.':
    'Lo que aportaste con otro teléfono se queda hasta que hagas lo mismo allí o lo borres con su código.',
  'This browser has forgotten you.': 'Este navegador te ha olvidado.',
  'This browser already has a pseudonym, and your link has a different one.':
    'Este navegador ya tiene un seudónimo y tu enlace lleva otro.',
  'Switch to the one in the link if it’s yours. What you gave here before stays under the old one.':
    'Usa el del enlace si es tuyo. Lo que aportaste aquí antes se queda con el anterior.',
  'Use the one in the link': 'Usar el del enlace',
  'Keep this one': 'Conservar este',
  'Not now': 'Ahora no',
}
