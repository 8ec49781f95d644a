import type { Messages } from '@stillhere/messages'

/** The page Approve in Spanish. */
export const messages: Messages = {
  'This page doesn’t show what you were asked for': 'Esta página no muestra lo que se te pidió',
  'Nothing was approved. Reload the page and read it again.': 'No se aprobó nada. Recarga la página y vuelve a leerla.',
  'This needs a passkey of your node': 'Esto requiere una llave de acceso de tu nodo',
  'Nothing was approved. Reload the page; it says how to add a passkey.':
    'No se aprobó nada. Recarga la página; te indica cómo añadir una llave de acceso.',
  'This session is over.': 'Esta sesión ha terminado.',
  'Its token was revoked, or the node is gone. Sign in again to decide; you come back here afterwards.':
    'Su token se revocó o el nodo ya no existe. Inicia sesión de nuevo para decidir; después volverás aquí.',
  '{time} left': 'quedan {time}',
  'The link may be incomplete or old. What your node was asked for is listed under My node.':
    'Puede que el enlace esté incompleto o sea antiguo. Lo que se le pidió a tu nodo está en Mi nodo.',
  Deny: 'Rechazar',
  'Deny, and don’t let them ask again': 'Rechazar y no permitir más solicitudes',
  'Approve starts a scan: six arrows, about ten seconds, phone in one hand. Then you unlock your passkey, which signs it.':
    'Aprobar inicia un escaneo: seis flechas, unos diez segundos, el teléfono en una mano. Después desbloqueas tu llave de acceso, que lo firma.',
  'Approve starts a scan: six arrows, about ten seconds, phone in one hand.':
    'Aprobar inicia un escaneo: seis flechas, unos diez segundos, el teléfono en una mano.',
  'Can’t move a phone? You can deny without a scan. Approving without one isn’t possible yet.':
    '¿No puedes mover un teléfono? Puedes rechazar sin escanear. Aprobar sin escanear aún no es posible.',
  'Sign in to decide': 'Inicia sesión para decidir',
  'Only the node that was asked can approve or deny. Sign in with its email address; you come back here afterwards.':
    'Solo el nodo al que se le pidió puede aprobar o rechazar. Inicia sesión con su correo; después volverás aquí.',
  'Your node was not asked for this.': 'Esto no se le pidió a tu nodo.',
  'You’re signed in as {handle}. Only the node that was asked can approve or deny. Sign in as that one, or close this page.':
    'Has iniciado sesión como {handle}. Solo el nodo al que se le pidió puede aprobar o rechazar. Inicia sesión con ese o cierra esta página.',
  'Sign in as another node': 'Iniciar sesión con otro nodo',
  'To approve, add a passkey first': 'Para aprobar, añade primero una llave de acceso',
  'This needs level {level}: a scan in real time, signed by a passkey of your node, and your node has none that can sign. Denying needs no passkey.':
    'Esto requiere el nivel {level}: un escaneo en tiempo real firmado con una llave de acceso de tu nodo, y tu nodo no tiene ninguna que pueda firmar. Para rechazar no hace falta.',
  'To approve, first teach Stillhere how you move': 'Para aprobar, enseña primero a Stillhere cómo te mueves',
  'Four short steps, about one minute: three rounds of six arrows, then the scan that approves. The result is sealed and kept in this browser. Denying needs no scan.':
    'Cuatro pasos cortos, más o menos un minuto: tres rondas de seis flechas y después el escaneo que aprueba. El resultado se sella y se queda en este navegador. Para rechazar no hace falta escanear.',
  'Step 4 of 4: the scan that approves. Six new arrows, once.':
    'Paso 4 de 4: el escaneo que aprueba. Seis flechas nuevas, una vez.',
  'Approve on your phone': 'Aprobar en tu teléfono',
  'Approving takes motion sensors. Point your phone’s camera at this code and sign in there as the node that was asked. The link holds no secret.':
    'Para aprobar hacen falta sensores de movimiento. Apunta la cámara de tu teléfono a este código e inicia sesión allí con el nodo al que se le pidió. El enlace no contiene ningún secreto.',
  'Approve on this device': 'Aprobar en este dispositivo',
  'All your approvals': 'Todas tus aprobaciones',
  'You approved this.': 'Lo has aprobado.',
  'You denied this.': 'Lo has rechazado.',
  'There’s nothing left to decide here.': 'Aquí ya no queda nada por decidir.',
  'Five scans were refused, so this counts as denied.': 'Se rechazaron cinco escaneos, así que cuenta como rechazado.',
  'Nothing was approved. If you want to approve it, have {name} ask again.':
    'No se aprobó nada. Si quieres aprobarlo, haz que {name} lo pida de nuevo.',
  'This has expired.': 'Esto ha caducado.',
  'Nobody can use it any more. If it still matters, have {name} ask again.':
    'Ya nadie puede usarlo. Si todavía importa, haz que {name} lo pida de nuevo.',
  '{name} has 5 minutes to use it, once.': '{name} tiene 5 minutos para usarlo una vez.',
  '{name} can’t ask you again. You can change that under My node.':
    '{name} ya no puede pedirte nada. Puedes cambiarlo en Mi nodo.',
  'Nothing was approved. {name} is told that you denied it.':
    'No se aprobó nada. Se le comunica a {name} que lo rechazaste.',
  'This was approved before.': 'Esto ya se aprobó.',
  'This was denied before.': 'Esto ya se rechazó.',
  'This was decided elsewhere.': 'Esto se decidió en otro lugar.',
  '{name} has 5 minutes to use it, once. It’s told that you approved with a mailed code.':
    '{name} tiene 5 minutos para usarlo una vez y sabrá que lo aprobaste con un código enviado por correo.',
  'You can approve this with a code that we mail you. The site learns that nobody moved, and there’s no receipt.':
    'Puedes aprobarlo con un código que te enviamos por correo. El sitio sabrá que nadie se movió y no habrá recibo.',
  'Mail another code': 'Enviarme otro código',
  'Approve with this code': 'Aprobar con este código',
}
