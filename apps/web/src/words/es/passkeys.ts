import type { Messages } from '@stillhere/messages'

/** Passkeys in Spanish. */
export const messages: Messages = {
  'This browser can’t use passkeys here.': 'Este navegador no puede usar llaves de acceso aquí.',
  'Open the page over https, or use a newer browser.': 'Abre la página por https o usa un navegador más reciente.',
  'Name of the passkey': 'Nombre de la llave de acceso',
  'Only you see it, for example “phone” or “laptop”.': 'Solo lo ves tú, por ejemplo «teléfono» o «portátil».',
  'Add a passkey': 'Añadir una llave de acceso',
  'This device has no way to unlock a passkey.': 'Este dispositivo no tiene cómo desbloquear una llave de acceso.',
  'Set up a PIN, fingerprint or face unlock, or use another device.':
    'Configura un PIN, la huella o el reconocimiento facial, o usa otro dispositivo.',
  'Passkeys don’t work at this address.': 'Las llaves de acceso no funcionan en esta dirección.',
  'Open the page at its public address, or as localhost on this machine.':
    'Abre la página en su dirección pública o, en este equipo, como localhost.',
  'This device already has a passkey for your node.': 'Este dispositivo ya tiene una llave de acceso para tu nodo.',
  'For a second one, use another device: a phone, a computer or a security key.':
    'Para una segunda, usa otro dispositivo: un teléfono, un ordenador o una llave de seguridad.',
  'This device can’t store a passkey.': 'Este dispositivo no puede guardar una llave de acceso.',
  'Use another one.': 'Usa otro.',
  'No passkey was created.': 'No se creó ninguna llave de acceso.',
  'It was canceled, took too long, or the device wasn’t unlocked. Try again.':
    'Se canceló, tardó demasiado o el dispositivo no se desbloqueó. Inténtalo de nuevo.',
  'It was canceled. Try again if you like.': 'Se canceló. Inténtalo de nuevo si quieres.',
  'The service didn’t accept this passkey.': 'El servicio no aceptó esta llave de acceso.',
  'This passkey is already registered.': 'Esta llave de acceso ya está registrada.',
  'Use another device.': 'Usa otro dispositivo.',
  'Your node has ten passkeys.': 'Tu nodo tiene diez llaves de acceso.',
  'It may have been copied, so it can no longer sign. Remove it and create a new one.':
    'Puede que se haya copiado, así que ya no puede firmar. Quítala y crea una nueva.',
  'Attested device: its maker vouches for it.': 'Dispositivo certificado: el fabricante responde por él.',
  'Passkey backed up by its provider.': 'Llave de acceso con copia de su proveedor.',
  'Passkey on one device.': 'Llave de acceso en un solo dispositivo.',
  'Next time, sign in with your face or fingerprint': 'La próxima vez, inicia sesión con tu cara o tu huella',
  'Add a passkey to this device and you won’t need a code from your email. It never leaves the device, or your own password manager.':
    'Añade una llave de acceso en este dispositivo y no necesitarás un código por correo. Nunca sale del dispositivo ni de tu gestor de contraseñas.',
  'Not now': 'Ahora no',
  'Passkey added. Next time, choose “Sign in with a passkey”.':
    'Llave de acceso añadida. La próxima vez, elige «Iniciar sesión con una llave de acceso».',
  'It was canceled, or this device has none for this site. Sign in by email instead, or try again.':
    'Se canceló o este dispositivo no tiene ninguna para este sitio. Inicia sesión por correo o inténtalo de nuevo.',
  'That passkey didn’t work.': 'Esa llave de acceso no funcionó.',
}
