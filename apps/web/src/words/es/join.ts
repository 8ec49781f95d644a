import type { Messages } from '@stillhere/messages'

/** The page Join in Spanish. */
export const messages: Messages = {
  'An invite has three parts, like SERVICE-7F3K-9QXZ. Check for an extra or missing character.':
    'Una invitación tiene tres partes, como SERVICE-7F3K-9QXZ. Comprueba si sobra o falta algún carácter.',
  'We don’t know this invite. Check for typos, or ask the person who gave it to you.':
    'No conocemos esta invitación. Revisa si hay erratas o pregunta a quien te la dio.',
  'This invite has been used. Each lets one person in, so ask for another one.':
    'Esta invitación ya se usó. Cada una sirve para una persona, así que pide otra.',
  'Someone is joining with this invite right now. If they don’t finish, it’s free again in ten minutes.':
    'Alguien se está uniendo con esta invitación ahora mismo. Si no termina, quedará libre en diez minutos.',
  'This invite was taken back. Ask the person who gave it to you for another one.':
    'Esta invitación se retiró. Pide otra a quien te la dio.',
  'This address has no node yet, and you need an invite to join. Enter the one you were given.':
    'Esta dirección aún no tiene nodo y para unirte necesitas una invitación. Introduce la que te dieron.',
  'That doesn’t look like an email address. Check for an extra or missing character.':
    'Eso no parece una dirección de correo. Comprueba si sobra o falta algún carácter.',
  'Too many wrong codes.': 'Demasiados códigos incorrectos.',
  'This code is closed now. Ask for a new one below.': 'Este código ya está bloqueado. Pide uno nuevo abajo.',
  'That’s not the code, and it was the last try. Ask for a new one below.':
    'El código es incorrecto y era el último intento. Pide uno nuevo abajo.',
  'That’s not the code, or it’s too old. {count} tries are left.': {
    one: 'El código es incorrecto o ha caducado. Te queda un intento.',
    other: 'El código es incorrecto o ha caducado. Te quedan {count} intentos.',
  },
  'The code for {email} is closed.': 'El código para {email} está bloqueado.',
  'It works until {time}.': 'Sirve hasta las {time}.',
  'No email? Check your spam folder.': '¿No llega el correo? Mira en la carpeta de spam.',
  Email: 'Correo',
  Node: 'Nodo',
  'New here? You need an invite. Already a member? Just enter your email.':
    '¿Es tu primera vez? Necesitas una invitación. ¿Ya tienes un nodo? Solo pon tu correo.',
  'You’re in': 'Ya estás dentro',
  'Your way in': 'Tus pasos para entrar',
  'Email address': 'Correo electrónico',
  'We’ll send it a 6-digit code. Your address stays private.':
    'Te enviaremos un código de 6 dígitos. Tu dirección no se muestra a nadie.',
  'Mail me a code': 'Enviarme un código',
  'Enter your email address.': 'Introduce tu correo electrónico.',
  'Enter your invite. Already have a node? Then choose “Sign in”.':
    'Introduce tu invitación. ¿Ya tienes un nodo? Entonces elige «Iniciar sesión».',
  'Six digits. You can paste the whole line from the email.': 'Seis dígitos. Puedes pegar la línea entera del correo.',
  'Enter your code': 'Introduce tu código',
  'Use another address': 'Usar otra dirección',
  'This address already has a node, so you’re signing in. Your invite isn’t used up: give it to someone else.':
    'Esta dirección ya tiene un nodo, así que estás iniciando sesión. Tu invitación sigue sin usar: dásela a otra persona.',
  Invite: 'Invitación',
  'This invite is good.': 'Esta invitación es válida.',
  'Like SERVICE-7F3K-9QXZ. It lets one person in.': 'Como SERVICE-7F3K-9QXZ. Sirve para una persona.',
  'Try again in {time}.': 'Inténtalo de nuevo en {time}.',
  'If you’ve joined before, a passkey or a recovery code still signs you in.':
    'Si ya te habías unido, puedes entrar igualmente con una llave de acceso o un código de recuperación.',
  'You can try again now.': 'Ya puedes intentarlo de nuevo.',
  'We made a new code. The old one no longer works.': 'Hay un código nuevo. El anterior ya no sirve.',
  'Send a new code in {time}': 'Enviar otro código en {time}',
  'Send a new code': 'Enviar otro código',
  'No new code was sent.': 'No se envió ningún código nuevo.',
  'You’re signed in as <strong>{handle}</strong>.': 'Has iniciado sesión como <strong>{handle}</strong>.',
  'Sign in as someone else': 'Iniciar sesión con otra cuenta',
  'Way in': 'Forma de entrar',
  'Or with your wallet': 'O con tu wallet',
  'An Ethereum wallet that’s bound to your node signs you in without an email. It costs nothing and moves nothing.':
    'Con una wallet de Ethereum vinculada a tu nodo inicias sesión sin correo. No cuesta nada ni mueve fondos.',
  'Sign in with a wallet': 'Iniciar sesión con una wallet',
  'This wallet isn’t bound to a node yet.': 'Esta wallet aún no está vinculada a ningún nodo.',
  'Join with your invite and your email, or sign in by email. Then bind {address} with one more signature.':
    'Únete con tu invitación y tu correo, o inicia sesión por correo. Después podrás vincular {address} con otra firma.',
  'Welcome back.': 'Hola de nuevo.',
  'Welcome. You have a node.': 'Te damos la bienvenida. Ya tienes un nodo.',
  'Its handle is <strong>{handle}</strong>: the only name others see. You can change it on My node.':
    'Su alias es <strong>{handle}</strong>: el único nombre que ven los demás. Puedes cambiarlo en Mi nodo.',
  'Make your first scan': 'Hacer tu primer escaneo',
  'Bind your wallet': 'Vincular tu wallet',
  'Genesis node': 'Nodo génesis',
  Number: 'Número',
  'of one hundred': 'de cien',
  '{handle} is among the first hundred. The place is yours for good and stands on the <link>genesis wall</link>.':
    '{handle} está entre los cien primeros. El puesto es tuyo para siempre y figura en el <link>muro génesis</link>.',
  'Sign in with a passkey': 'Iniciar sesión con una llave de acceso',
  'Lost your email, passkey or wallet?': '¿Perdiste el correo, la llave de acceso o la wallet?',
  'Use one of the recovery codes you saved. Each works once.':
    'Usa uno de los códigos de recuperación que guardaste. Cada uno sirve una vez.',
  'Recovery code': 'Código de recuperación',
  '16 letters and digits, like k7qm-2vxd-9hpr-4twz.': '16 letras y dígitos, como k7qm-2vxd-9hpr-4twz.',
  'A recovery code has 16 letters and digits.': 'Un código de recuperación tiene 16 letras y dígitos.',
  'Sign in with this code': 'Iniciar sesión con este código',
  'That code didn’t work.': 'Ese código no funcionó.',
  'Check it, or use another one: each works only once.': 'Revísalo o usa otro: cada uno sirve una sola vez.',
  'Sign in with your link': 'Inicia sesión con tu enlace',
  'You opened the link from our email. Press the button to sign in with this browser for 30 days.':
    'Abriste el enlace de nuestro correo. Pulsa el botón para iniciar sesión en este navegador durante 30 días.',
  'This link no longer works.': 'Este enlace ya no funciona.',
  'It was used before, or it’s too old. Ask for a new code.': 'Ya se usó o ha caducado. Pide un código nuevo.',
  'Ask for a new code': 'Pedir un código nuevo',
}
