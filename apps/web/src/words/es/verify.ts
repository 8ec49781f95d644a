import type { Messages } from '@stillhere/messages'

/** The page Verify in Spanish. */
export const messages: Messages = {
  'You trust this key.': 'Confías en esta clave.',
  'You trust this key as “{name}”.': 'Confías en esta clave como «{name}».',
  'This service publishes the key as its own, for the time in which it signed.':
    'Este servicio publica la clave como propia para el momento en que firmó.',
  'This browser made the key and signed it itself. No issuer vouches for it.':
    'Este navegador creó la clave y lo firmó él mismo. Ningún emisor responde por él.',
  'This service says that the key was stolen. Nothing it signed counts.':
    'Este servicio dice que la clave fue robada. Nada de lo que firmó cuenta.',
  'It is a key of this service, but signed at a time when it was not in use.':
    'Es una clave de este servicio, pero firmó cuando no estaba en uso.',
  'It is neither a key of this service nor one that you added.':
    'No es una clave de este servicio ni una que hayas añadido.',
  'Not looked up: this service could not be asked for its keys.':
    'No se consultó: no se pudieron obtener las claves de este servicio.',
  'The issuer’s signed list, made {age}, names it.': 'La lista firmada del emisor ({age}) lo menciona.',
  'The issuer’s signed list, made {age}, does not name it.': 'La lista firmada del emisor ({age}) no lo menciona.',
  'The issuer’s signed list, made {age}, only covers receipts that expired after {day}.':
    'La lista firmada del emisor ({age}) solo abarca recibos que caducaron después del {day}.',
  'Not looked up: the list at hand is out of date since {age}.':
    'No se consultó: la lista disponible está desactualizada ({age}).',
  'Not looked up: the list was refused. {detail}': 'No se consultó: la lista se rechazó. {detail}',
  'Not looked up: this service keeps no list for that key.':
    'No se consultó: este servicio no tiene ninguna lista para esa clave.',
  'Not looked up: the list could not be fetched.': 'No se consultó: no se pudo obtener la lista.',
  'just now': 'ahora mismo',
  'Drop a file anywhere, paste a receipt or a link, or scan a code. It’s checked in your browser and never leaves it.':
    'Suelta un archivo, pega un recibo o un enlace, o escanea un código. Se verifica en tu navegador y no sale de él.',
  'Check a receipt': 'Verificar un recibo',
  'Paste a receipt or a link. Add several to check them as a chain.':
    'Pega un recibo o un enlace. Añade varios para verificarlos como cadena.',
  'Nothing here yet. Paste a receipt first.': 'Aún no hay nada. Pega primero un recibo.',
  'Add to what’s shown, as a chain': 'Añadir a lo que se muestra, como cadena',
  'Choose files': 'Elegir archivos',
  'Scan a code': 'Escanear un código',
  'Point the camera at the QR code of a receipt.': 'Apunta la cámara al código QR de un recibo.',
  'Starting the camera…': 'Iniciando la cámara…',
  'The camera can’t be used. Allow it in your browser’s settings, or paste the link.':
    'No se puede usar la cámara. Permítela en los ajustes del navegador o pega el enlace.',
  'That code holds no receipt. Try another one.': 'Ese código no contiene ningún recibo. Prueba con otro.',
  'Your receipts on this device': 'Tus recibos en este dispositivo',
  'It says: {sentence}': 'Dice: {sentence}',
  Print: 'Imprimir',
  'Check again': 'Verificar de nuevo',
  Clear: 'Borrar',
  'Getting this service’s keys and its list of revoked receipts…':
    'Obteniendo las claves de este servicio y su lista de recibos revocados…',
  'Pasted text': 'Texto pegado',
  'The receipt in the link': 'El recibo del enlace',
  'The checks': 'Las comprobaciones',
  'Checks of the format': 'Comprobaciones del formato',
  'Beyond the format': 'Más allá del formato',
  'Looked up and demanded': 'Consultado y exigido',
  'What it says': 'Qué dice',
  'What the signature covers': 'Qué cubre la firma',
  'Every member': 'Todos los campos',
  'and {count} more, marked the same': {
    one: 'y {count} más con la misma marca',
    other: 'y {count} más con la misma marca',
  },
  PASS: 'BIEN',
  FAIL: 'MAL',
  SKIPPED: 'SIN VER',
  'What is checked': 'Qué se comprueba',
  'The keys and the list of revoked receipts are here. From now on this also works offline.':
    'Ya están las claves y la lista de recibos revocados. A partir de ahora también funciona sin conexión.',
  'We couldn’t get this service’s keys or its list of revoked receipts. Everything else still works.':
    'No pudimos obtener las claves de este servicio o su lista de recibos revocados. Lo demás sigue funcionando.',
  Options: 'Opciones',
  Audience: 'Destinatario',
  'For example https://shop.example. Leave it empty to accept any audience.':
    'Por ejemplo, https://shop.example. Déjalo vacío para aceptar cualquiera.',
  'As of': 'Fecha y hora',
  'In your local time. Leave it empty for now. Revocation is always checked as of now.':
    'En tu hora local. Déjalo vacío para usar el momento actual. La revocación siempre se comprueba en el momento actual.',
  'Also check old receipts, whose signature leaves members out':
    'Verificar también recibos antiguos, cuya firma deja campos fuera',
  'Issuers you trust': 'Emisores de confianza',
  'This service’s own keys are already trusted. Add those of other issuers; don’t take a key from the receipt itself.':
    'Las claves de este servicio ya son de confianza. Añade las de otros emisores; no tomes una clave del propio recibo.',
  Name: 'Nombre',
  'Shown only to you. Optional.': 'Solo lo ves tú. Opcional.',
  'Public key': 'Clave pública',
  'A key has 64 characters: 0 to 9 and a to f.': 'Una clave tiene 64 caracteres: de 0 a 9 y de a a f.',
  'Trust this key': 'Confiar en esta clave',
  'No name': 'Sin nombre',
  'This is far longer than any receipt.': 'Esto es mucho más largo que cualquier recibo.',
  'This link leads to {host}. Open it there.': 'Este enlace lleva a {host}. Ábrelo allí.',
  'It holds more than {count} receipts.': {
    one: 'Contiene más de {count} recibo.',
    other: 'Contiene más de {count} recibos.',
  },
  'The text is not JSON: {detail}': 'El texto no es JSON: {detail}',
  'The file is far larger than any receipt.': 'El archivo es mucho más grande que cualquier recibo.',
  'There is no UTF-8 text in this file.': 'En este archivo no hay texto UTF-8.',
  'The file is empty.': 'El archivo está vacío.',
  'this service': 'este servicio',
  'an unknown key': 'una clave desconocida',
  'a key you added': 'una clave que añadiste',
  '“{name}”': '«{name}»',
  'Signed by this browser': 'Firmado por este navegador',
  'Unchanged since this browser signed it. No one else vouches for it.':
    'No ha cambiado desde que este navegador lo firmó. Nadie más responde por él.',
  'It’s a record for yourself: anybody can make a key, so it proves nothing to others.':
    'Es un registro para ti: cualquiera puede crear una clave, así que a los demás no les demuestra nada.',
  'Valid so far': 'Válido por ahora',
  'The list of revoked receipts could not be used. Check again when you’re online.':
    'No se pudo usar la lista de recibos revocados. Verifica de nuevo cuando tengas conexión.',
  'Whether it was revoked is not known.': 'No se sabe si fue revocado.',
  'It expired so long ago that the list of revoked receipts no longer covers it.':
    'Caducó hace tanto que la lista de recibos revocados ya no lo abarca.',
  'If that matters to you, ask for a newer receipt.': 'Si te importa, pide un recibo más reciente.',
  'To check it as of an earlier time, set that time under “Options”.':
    'Para verificarlo en un momento anterior, indícalo en «Opciones».',
  'Add keys under “Options”.': 'Añade claves en «Opciones».',
  'Turn that on under “Options”.': 'Actívalo en «Opciones».',
  'Add that one to check the link.': 'Añádelo para comprobar el enlace.',
}
