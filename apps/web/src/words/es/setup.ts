import type { Messages } from '@stillhere/messages'

/** The page Set-up in Spanish. */
export const messages: Messages = {
  'Set up Stillhere': 'Configurar Stillhere',
  'Three short steps. You can do each of them later in Admin.':
    'Tres pasos cortos. También puedes hacerlos después en Admin.',
  'Opening your link…': 'Abriendo tu enlace…',
  'This page needs its link.': 'Esta página necesita su enlace.',
  'Open the link that the first start printed, or run npx --no-install stillhere setup on the server.':
    'Abre el enlace que mostró el primer inicio o ejecuta npx --no-install stillhere setup en el servidor.',
  'This link has already been used.': 'Este enlace ya se usó.',
  'It works once. If that wasn’t you, change ADMIN_SECRET now: that ends every operator session. Then run npx --no-install stillhere setup for a new link.':
    'Funciona una sola vez. Si no fuiste tú, cambia ADMIN_SECRET ahora: eso cierra todas las sesiones de operador. Después ejecuta npx --no-install stillhere setup para obtener un enlace nuevo.',
  'This link is no longer open.': 'Este enlace ya no está abierto.',
  'An operator has signed in with the admin secret, and that ends every link. Sign in the same way, or run npx --no-install stillhere setup for a new link.':
    'Un operador ha iniciado sesión con el secreto de administración, y eso cierra todos los enlaces. Inicia sesión igual o ejecuta npx --no-install stillhere setup para obtener otro enlace.',
  'This link has expired.': 'Este enlace ha caducado.',
  'It works for an hour. Run npx --no-install stillhere setup for a new one.':
    'Funciona durante una hora. Ejecuta npx --no-install stillhere setup para obtener uno nuevo.',
  'Go to Admin': 'Ir a Admin',
  '1. Address': '1. Dirección',
  'All good.': 'Todo correcto.',
  'PUBLIC_URL is {address}, and that’s where you are.': 'PUBLIC_URL es {address}, y ahí estás.',
  'Only this machine can use the service.': 'Solo este equipo puede usar el servicio.',
  'That’s fine for trying it out. For others, set PUBLIC_URL to the address they will use, like https://id.example.org, and start again.':
    'Para probarlo está bien. Para que otros lo usen, configura PUBLIC_URL con la dirección que usarán, por ejemplo https://id.example.org, y reinicia.',
  'PUBLIC_URL is another address.': 'PUBLIC_URL es otra dirección.',
  'PUBLIC_URL is {address}, but your browser is at {seen}. Links in mails lead to PUBLIC_URL.':
    'PUBLIC_URL es {address}, pero tu navegador está en {seen}. Los enlaces de los correos llevan a PUBLIC_URL.',
  '2. Mail': '2. Correo',
  'Mail is set up. Send yourself one to be sure.': 'El correo está configurado. Envíate uno para comprobarlo.',
  'Mail is not set up.': 'El correo no está configurado.',
  'Mails are saved as files in {folder}, and you can read them in Admin. Set SMTP_URL to send them.':
    'Los correos se guardan como archivos en {folder} y puedes leerlos en Admin. Configura SMTP_URL para enviarlos.',
  '3. First invites': '3. Primeras invitaciones',
  'People need an invite to join. Make the first ones here.':
    'Para unirse hace falta una invitación. Crea aquí las primeras.',
  'INVITES=open is set: anyone can join without an invite.':
    'INVITES=open está activado: cualquiera puede unirse sin invitación.',
  'You’re the operator': 'Eres el operador',
  'This browser stays signed in for 12 hours. After that, Admin asks for the admin secret.':
    'Este navegador mantiene la sesión 12 horas. Después, Admin pide el secreto de administración.',
}
