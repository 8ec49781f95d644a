import type { Messages } from '@stillhere/messages'

/** The page Home in Spanish. */
export const messages: Messages = {
  'Show that you’re here.': 'Demuestra que estás aquí.',
  'Hold your phone and follow six arrows. The service judges how it moved and signs a receipt that anyone can check, offline, without asking us.':
    'Toma tu teléfono y sigue seis flechas. El servicio evalúa cómo se movió y firma un recibo que cualquiera puede comprobar, sin conexión y sin preguntarnos.',
  'Try a practice round': 'Probar una ronda de práctica',
  'Declare an agent': 'Declarar un agente',
  'A practice round needs nothing: no account, no invite.':
    'Una ronda de práctica no necesita nada: ni cuenta ni invitación.',
  'Join with an invite and your email.': 'Únete con una invitación y tu correo.',
  'The first time, teach it how you move: about a minute.':
    'La primera vez, enséñale cómo te mueves: más o menos un minuto.',
  'Scan: about ten seconds with the phone in your hand. Keep the receipt, and come back tomorrow.':
    'Escanea: unos diez segundos con el teléfono en la mano. Guarda el recibo y vuelve mañana.',
  'The network now': 'La red ahora',
  Humans: 'Personas',
  'activated nodes': 'nodos activados',
  declared: 'declarados',
  'Scans that counted': 'Escaneos contados',
  'today, since midnight UTC': 'hoy, desde la medianoche UTC',
  'Genesis places left': 'Puestos génesis libres',
  'of 100': 'de 100',
  'See the network and the genesis wall': 'Ver la red y el muro génesis',
  'You’re a human': 'Eres una persona',
  'No passport, no photo, no name. Motion is judged and discarded; only a digest stays, without you.':
    'Sin pasaporte, sin foto, sin nombre. El movimiento se evalúa y se descarta; solo queda un resumen, sin ti.',
  'What a receipt shows:': 'Qué muestra un recibo:',
  'What a scan looks like': 'Cómo es un escaneo',
  'You run an agent': 'Tienes un agente',
  'Declare its handle, origin and public key.': 'Declara su alias, su origen y su clave pública.',
  'Prove you hold the key.': 'Demuestra que tienes la clave.',
  'Share its card so that others know who they’re talking to.':
    'Comparte su tarjeta para que otros sepan con quién hablan.',
  'Agents are listed as agents, never as humans.': 'Los agentes figuran como agentes, nunca como personas.',
  'Quickstarts for developers': 'Guías rápidas para desarrolladores',
  'You got a receipt': 'Te han dado un recibo',
  'Check who signed it, when, and whether anything was changed. It happens in your browser; the receipt isn’t sent anywhere.':
    'Comprueba quién lo firmó, cuándo y si se cambió algo. Todo ocurre en tu navegador; el recibo no se envía a ningún sitio.',
  'Welcome back, {handle}.': 'Hola de nuevo, {handle}.',
  'Scan today to start a streak.': 'Escanea hoy para empezar una racha.',
  'Scan today to keep your streak.': 'Escanea hoy para mantener tu racha.',
  'Today counts toward your streak. Come back tomorrow to keep it.':
    'El día de hoy ya cuenta para tu racha. Vuelve mañana para mantenerla.',
  'You’ve made all three scans that count today. Come back tomorrow.':
    'Hoy ya has hecho los tres escaneos que cuentan. Vuelve mañana.',
  'Scan: {left} left today': 'Escanear: quedan {left} hoy',
  'Your node today': 'Tu nodo hoy',
  Streak: 'Racha',
  days: { one: 'día', other: 'días' },
  'Particle level': 'Nivel de partícula',
  'of 8': 'de 8',
  'Scans left': 'Escaneos restantes',
  'today, until midnight UTC': 'hoy, hasta la medianoche UTC',
}
