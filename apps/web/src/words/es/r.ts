import type { Messages } from '@stillhere/messages'

/** The page of a receipt’s link in Spanish. */
export const messages: Messages = {
  'A receipt': 'Un recibo',
  'Opening the receipt…': 'Abriendo el recibo…',
  'It says: {sentence}': 'Dice: {sentence}',
  'It was opened and checked in your browser. The service stores it encrypted and can’t read it.':
    'Se abrió y comprobó en tu navegador. El servicio lo guarda cifrado y no puede leerlo.',
  'Link to this receipt': 'Enlace a este recibo',
  Print: 'Imprimir',
  'All checks': 'Todas las comprobaciones',
  'Open it on another device': 'Abrirlo en otro dispositivo',
  'Point a camera at the code. It contains the whole link, including the key.':
    'Apunta una cámara al código. Contiene el enlace completo, incluida la clave.',
  'QR code of the link to this receipt': 'Código QR del enlace a este recibo',
  'Check another receipt': 'Comprobar otro recibo',
  'This link is incomplete.': 'Este enlace está incompleto.',
  'It may have been cut off. Ask for the whole link, including everything after the # sign.':
    'Puede que se haya cortado. Pide el enlace completo, con todo lo que va después del signo #.',
  'There’s no receipt at this address.': 'No hay ningún recibo en esta dirección.',
  'Its owner may have ended the link. Ask them for a new one, or for the file.':
    'Puede que se haya desactivado el enlace. Pide uno nuevo o el archivo.',
  'This receipt can’t be opened with this link.': 'Este recibo no se puede abrir con este enlace.',
  'The key in the link is wrong, or the stored copy was changed. Ask for the link again.':
    'La clave del enlace es incorrecta o la copia guardada se modificó. Pide el enlace de nuevo.',
  'What’s stored here isn’t a receipt.': 'Lo que hay guardado aquí no es un recibo.',
  'The key fits, but there’s no receipt inside. Ask the person who gave you the link.':
    'La clave encaja, pero dentro no hay ningún recibo. Pregunta a quien te dio el enlace.',
  'This page isn’t secure.': 'Esta página no es segura.',
  'Receipts can only be opened over https. Change the address to https and try again.':
    'Los recibos solo se pueden abrir por https. Cambia la dirección a https e inténtalo de nuevo.',
}
