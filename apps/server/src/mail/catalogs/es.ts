import type { Messages } from '@stillhere/messages'

/** The mails in Spanish. */
export const messages: Messages = {
  'Mail from Stillhere works': 'El correo de Stillhere funciona',
  'This is a test that the operator of this service asked for.':
    'Esta es una prueba que pidió el operador de este servicio.',
  'Mail works. There is nothing to do.': 'El correo funciona. No tienes que hacer nada.',
  'You’re on the Stillhere waitlist': 'Estás en la lista de espera de Stillhere',
  'This email address was put on the waitlist of Stillhere.':
    'Esta dirección de correo se ha añadido a la lista de espera de Stillhere.',
  'You need an invite to join. Until you get one, there is nothing to do.':
    'Para unirte necesitas una invitación. Hasta que la recibas, no tienes que hacer nada.',
  'Not you? Ignore this mail: an address that is never confirmed is forgotten after 90 days.':
    '¿No fuiste tú? Ignora este correo: una dirección que nunca se confirma se olvida a los 90 días.',
  '{sentence} It was at {time}.': '{sentence} Fue {time}.',
  'If this was you, there is nothing to do.': 'Si fuiste tú, no tienes que hacer nada.',
  'If not: sign in with a code from this mailbox, open My node, sign out every device and remove every wallet and passkey you do not recognize. Then make new recovery codes.':
    'Si no: inicia sesión con un código de este buzón, abre Mi nodo, cierra la sesión de todos los dispositivos y quita todas las wallets y llaves de acceso que no reconozcas. Después crea nuevos códigos de recuperación.',
  'A wallet was added to your Stillhere node': 'Se añadió una wallet a tu nodo de Stillhere',
  'A wallet was bound to your node and can sign in to it from now on.':
    'Se vinculó una wallet a tu nodo y desde ahora puede iniciar sesión en él.',
  'A passkey was added to your Stillhere node': 'Se añadió una llave de acceso a tu nodo de Stillhere',
  'A passkey was added to your node. It can sign scans and sign in from now on.':
    'Se añadió una llave de acceso a tu nodo. Desde ahora puede firmar escaneos e iniciar sesión.',
  'A passkey of your Stillhere node may have been copied':
    'Puede que se haya copiado una llave de acceso de tu nodo de Stillhere',
  'A passkey of your node signed with an old counter, as a copy would. It no longer works.':
    'Una llave de acceso de tu nodo firmó con un contador antiguo, como haría una copia. Ya no funciona.',
  'New sign-in to your Stillhere node': 'Nuevo inicio de sesión en tu nodo de Stillhere',
  'A browser or program that we did not know signed in to your node.':
    'Un navegador o programa que no conocíamos inició sesión en tu nodo.',
  'A recovery code signed in to your Stillhere node':
    'Inicio de sesión con un código de recuperación en tu nodo de Stillhere',
  'Someone signed in to your node with one of its recovery codes. That code is used up now.':
    'Alguien inició sesión en tu nodo con uno de sus códigos de recuperación. Ese código ya no sirve.',
  'New recovery codes for your Stillhere node': 'Nuevos códigos de recuperación para tu nodo de Stillhere',
  'Ten new recovery codes were made for your node. Earlier ones no longer work.':
    'Se crearon diez nuevos códigos de recuperación para tu nodo. Los anteriores ya no sirven.',
  'Your Stillhere node was enrolled': 'Se registró el movimiento de tu nodo de Stillhere',
  'Your node was enrolled for scans: later scans are compared with the motion that was shown.':
    'Se registró el movimiento de tu nodo: los próximos escaneos se comparan con el movimiento mostrado.',
  'Your Stillhere data was exported': 'Se exportaron tus datos de Stillhere',
  'All data of your node was exported.': 'Se exportaron todos los datos de tu nodo.',
  'Your Stillhere node was erased': 'Se borró tu nodo de Stillhere',
  'If not: someone else can read this mailbox or use one of your devices. Change its password first.':
    'Si no: otra persona puede leer este buzón o usar uno de tus dispositivos. Cambia primero la contraseña.',
  'Your node and all data of it were erased for good.': 'Tu nodo y todos sus datos se borraron definitivamente.',
  'A program got a token for your Stillhere node': 'Un programa tiene un token para tu nodo de Stillhere',
  'A token was made with which a program can use your node. My node lists it under Access, and ends it.':
    'Se creó un token con el que un programa puede usar tu nodo. «Mi nodo» lo muestra en «Acceso» y permite anularlo.',
  'A site or agent may now ask your Stillhere node': 'Un sitio o agente ya puede preguntar a tu nodo de Stillhere',
  'A site or agent was allowed to ask you for approvals, or how often it may ask was changed.':
    'Se permitió a un sitio o agente pedirte aprobaciones, o se cambió cuántas veces puede hacerlo.',
  'Open the Join page of the service and enter this code:':
    'Abre la página Unirse del servicio e introduce este código:',
  'You’re invited to Stillhere': 'Tienes una invitación a Stillhere',
  'You are invited to join Stillhere. This invite is for one person:':
    'Tienes una invitación para unirte a Stillhere. Es para una sola persona:',
  'Not expecting it? Ignore this mail: nothing happens without you.':
    '¿No la esperabas? Ignora este correo: sin ti no pasa nada.',
  'Open the page /waitlist of the service and enter:': 'Abre la página /waitlist del servicio e introduce:',
  'Your request for a Stillhere invite': 'Tu solicitud de invitación a Stillhere',
  'Someone, probably you, asked for an invite to Stillhere with this address. To ask for it, open this link:':
    'Alguien, probablemente tú, pidió una invitación a Stillhere con esta dirección. Para solicitarla, abre este enlace:',
  'You can use it to take yourself off the list again, too.': 'También sirve para quitarte de la lista.',
  'It works until {until}, also to take yourself off the list again.':
    'Funciona hasta {until}, también para quitarte de la lista.',
  'Not you? Ignore this mail: your address is on no list, and we keep nothing.':
    '¿No fuiste tú? Ignora este correo: tu dirección no está en ninguna lista y no guardamos nada.',
  'Or open this link and press Sign in:': 'O abre este enlace y pulsa Iniciar sesión:',
  '{code} is your Stillhere code': '{code} es tu código de Stillhere',
  'Your code for Stillhere:': 'Tu código para Stillhere:',
  'Your code for Stillhere at {host}:': 'Tu código para Stillhere en {host}:',
  'Type the code only where you asked for it. No one from Stillhere will ever ask you for it.':
    'Escribe el código solo donde lo pediste. Nadie de Stillhere te lo pedirá nunca.',
  'Not you? Ignore this mail: nothing happens without the code.':
    '¿No fuiste tú? Ignora este correo: sin el código no pasa nada.',
  'Code and link work once, together.': 'El código y el enlace sirven una sola vez, en conjunto.',
  'It works once.': 'Sirve una sola vez.',
  'Code and link work once, together, until {until}.':
    'El código y el enlace sirven una sola vez, en conjunto, hasta {until}.',
  'It works once until {until}.': 'Sirve una sola vez, hasta {until}.',
  'Open the page /confirm of the service and enter:': 'Abre la página /confirm del servicio e introduce:',
  'Confirm your Stillhere application': 'Confirma tu solicitud a Stillhere',
  'This email address applied to be a founding tester of Stillhere. Confirm it to get your invite:':
    'Con esta dirección de correo alguien se postuló como probador fundador de Stillhere. Confírmala para recibir tu invitación:',
  'The first 50 people to confirm are founding testers.':
    'Las primeras 50 personas que confirmen serán probadores fundadores.',
  'Not you? Ignore this mail: nothing happens without it.': '¿No fuiste tú? Ignora este correo: sin él no pasa nada.',
  '{asker} asks for your approval': '{asker} pide tu aprobación',
  '{asker} asks for your approval. Only the page shows what for; approve or deny it there:':
    '{asker} pide tu aprobación. Solo la página muestra para qué; apruébalo o recházalo allí:',
  '{asker} asks for your approval. Only the page shows what for; approve or deny it until {until}:':
    '{asker} pide tu aprobación. Solo la página muestra para qué; apruébalo o recházalo hasta {until}:',
  'Open My node.': 'Abre Mi nodo.',
  'If you did not expect this, deny it.': 'Si no lo esperabas, recházalo.',
  '{time} UTC on {day}': 'el {day} a las {time} UTC',
}
