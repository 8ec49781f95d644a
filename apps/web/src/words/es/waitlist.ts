import type { Messages } from '@stillhere/messages'

/** The page Waitlist in Spanish. */
export const messages: Messages = {
  'No invite yet? Leave your email. The person who runs this service sees it and can let you in.':
    '¿Aún no tienes invitación? Deja tu correo. Quien gestiona este servicio lo verá y podrá invitarte.',
  Email: 'Correo',
  'We’ll mail you a link, to be sure that the address is yours.':
    'Te enviaremos un enlace para asegurarnos de que la dirección es tuya.',
  'That doesn’t look like an email address.': 'Eso no parece una dirección de correo.',
  'Mail me a link': 'Enviarme un enlace',
  'Check your mail.': 'Revisa tu correo.',
  'Open the link in it to get on the list. Nothing there? Look in the spam folder.':
    'Abre el enlace del mensaje para entrar en la lista. ¿No llega? Mira en la carpeta de spam.',
  'One more press, and you’re on the list.': 'Un toque más y estarás en la lista.',
  'A note (optional)': 'Una nota (opcional)',
  'Who are you, or who told you about us? Only the person who runs this service reads it.':
    '¿Quién eres o quién te habló de nosotros? Solo lo lee quien gestiona este servicio.',
  'One line, at most 200 characters.': 'Una línea, 200 caracteres como máximo.',
  'Put me on the list': 'Ponerme en la lista',
  'Take me off the list': 'Quitarme de la lista',
  'You’re off the list.': 'Ya no estás en la lista.',
  'We’ve deleted your address and your note.': 'Hemos borrado tu dirección y tu nota.',
  'We keep your address and note until you join, for 90 days at most.':
    'Guardamos tu dirección y tu nota hasta que te unas, 90 días como máximo.',
  'Try a practice round meanwhile': 'Hacer mientras tanto una ronda de práctica',
  'Get a new link': 'Pedir otro enlace',
  'You’re on the list.': 'Estás en la lista.',
  'If you’re let in, we’ll mail you an invite. The same link takes you off the list.':
    'Si te aceptan, te enviaremos una invitación. El mismo enlace te quita de la lista.',
  'You’ve been invited already.': 'Ya tienes una invitación.',
  'Look for the mail with your invite. Can’t find it? Ask the person who runs this service.':
    'Busca el mensaje con tu invitación. ¿No lo encuentras? Pregunta a quien gestiona este servicio.',
  'You have a node already.': 'Ya tienes un nodo.',
  'You don’t need an invite: sign in with your email.': 'No necesitas invitación: inicia sesión con tu correo.',
  'This service takes no requests right now.': 'Este servicio no acepta solicitudes en este momento.',
  'If you know the person who runs it, ask them for an invite.':
    'Si conoces a quien lo gestiona, pídele una invitación.',
  'You don’t need an invite.': 'No necesitas invitación.',
  'Anybody can join this service with an email address.':
    'Cualquiera puede unirse a este servicio con una dirección de correo.',
}
