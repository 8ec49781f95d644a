import type { Messages } from '@stillhere/messages'

/** Wallets in Spanish. */
export const messages: Messages = {
  'A bound wallet signs you in without a code. You can still sign in by email.':
    'Con una wallet vinculada inicias sesión sin código. Podrás seguir iniciando sesión por correo.',
  'The wallet {address} is bound to your node.': 'La wallet {address} está vinculada a tu nodo.',
  'Next time you can sign in with it.': 'La próxima vez puedes iniciar sesión con ella.',
  'Bind a wallet': 'Vincular una wallet',
  'Bind {address}': 'Vincular {address}',
  'Sign in another app (copy and paste)': 'Firmar en otra aplicación (copiar y pegar)',
  'Account address': 'Dirección de la cuenta',
  '0x followed by 40 characters.': '0x seguido de 40 caracteres.',
  'That’s not an Ethereum address.': 'Eso no es una dirección de Ethereum.',
  'Create message': 'Crear mensaje',
  'Message to sign': 'Mensaje para firmar',
  Signature: 'Firma',
  'Sign this exact message (personal_sign) within ten minutes and paste the result, 0x…':
    'Firma exactamente este mensaje (personal_sign) en menos de diez minutos y pega el resultado, 0x…',
  'Use this signature': 'Usar esta firma',
  'Check your wallet. It’s asking you to sign.': 'Mira tu wallet. Te pide que firmes.',
  'There’s no wallet in this browser. Open this page in your wallet app’s browser, or:':
    'No hay ninguna wallet en este navegador. Abre esta página en el navegador de tu app de wallet, o:',
  'We got no usable answer from the wallet.': 'La wallet no dio una respuesta útil.',
  'Open it, choose an account, then try again.': 'Ábrela, elige una cuenta e inténtalo de nuevo.',
  'You declined in the wallet.': 'Lo rechazaste en la wallet.',
  'Nothing was signed. Try again if you change your mind.': 'No se firmó nada. Inténtalo de nuevo si cambias de idea.',
  'The wallet doesn’t allow this site.': 'La wallet no permite este sitio.',
  'Allow this site in the wallet, then try again.': 'Permite este sitio en la wallet e inténtalo de nuevo.',
  'The wallet is offline.': 'La wallet no tiene conexión.',
  'Open it, check its connection, then try again.': 'Ábrela, comprueba su conexión e inténtalo de nuevo.',
  'The wallet is waiting for you.': 'La wallet te está esperando.',
  'It already has a request open. Answer it there.': 'Ya tiene una solicitud abierta. Respóndela allí.',
}
