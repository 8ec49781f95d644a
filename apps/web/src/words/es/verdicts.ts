import type { Messages } from '@stillhere/messages'

/** What receipts come to, in Spanish. */
export const messages: Messages = {
  'the action_digest is not the expected one': 'el action_digest no es el esperado',
  'there is no receipt in the chain': 'no hay ningún recibo en la cadena',
  'several receipts follow the same one': 'varios recibos siguen al mismo',
  'old profile: it leaves members unsigned and is judged only with the option legacy':
    'perfil antiguo: deja campos sin firmar y solo se verifica si lo pides',
  'old profile: the signed text also fits another receipt':
    'perfil antiguo: el texto firmado también corresponde a otro recibo',
  'the signature does not fit this receipt and /issuer/publicKey':
    'la firma no corresponde a este recibo ni a /issuer/publicKey',
  '/previousReceiptHash is empty although a predecessor was given':
    '/previousReceiptHash está vacío aunque se dio un recibo anterior',
  'the predecessor that /previousReceiptHash names is not there':
    'falta el recibo anterior que indica /previousReceiptHash',
  '/previousReceiptHash is not the hash of the given predecessor':
    '/previousReceiptHash no es el hash del recibo anterior que se dio',
  'continuity is asserted without an observation': 'se afirma continuidad sin una observación',
  '/verdict is PASS although an assertion is false': '/verdict es PASS aunque una afirmación es falsa',
  '/interval/end lies in the future': '/interval/end está en el futuro',
  '/interval/start must be before /interval/end': '/interval/start debe ser anterior a /interval/end',
  '/signature/signedAt must not be before /interval/end': '/signature/signedAt no puede ser anterior a /interval/end',
  '/expiresAt must be after /interval/end': '/expiresAt debe ser posterior a /interval/end',
  '/subject/id is not that of the predecessor': '/subject/id no es el del recibo anterior',
  '/issuer is not that of the predecessor': '/issuer no es el del recibo anterior',
  '/interval/start is before the end of the predecessor': '/interval/start es anterior al final del recibo anterior',
  '/issuer/publicKey is not among the trusted keys': '/issuer/publicKey no está entre las claves de confianza',
  'the receipt is revoked': 'el recibo está revocado',
  '/audience is not the expected one': '/audience no es el destinatario esperado',
  'Its issuer states no level, so no more than level 1.':
    'Su emisor no indica ningún nivel, así que como mucho nivel 1.',
  'Level 1, motion.': 'Nivel 1, movimiento.',
  'Level 2, live. The motion was made in real time, and a passkey signed this scan. A program can produce such motion.':
    'Nivel 2, en vivo. El movimiento se hizo en tiempo real y una llave de acceso firmó este escaneo. Un programa también puede producir un movimiento así.',
  'Level 3, device. As level 2, and the hardware that holds the passkey proved itself. A program can still produce the motion.':
    'Nivel 3, dispositivo. Como el nivel 2, y el hardware que guarda la llave se acreditó. Aun así, un programa puede producir el movimiento.',
  'A registered node stands behind it.': 'Lo respalda un nodo registrado.',
  'No registered node stands behind it.': 'No lo respalda ningún nodo registrado.',
  'For tests only: it proves nothing. It states:': 'Solo para pruebas: no demuestra nada. Dice:',
  '{count} receipts, judged together.': '{count} recibos, verificados juntos.',
  'An unbroken chain': 'Una cadena sin interrupciones',
  'Each follows the one before it.': 'Cada uno sigue al anterior.',
  'Missing receipts: {count}.': 'Recibos que faltan: {count}.',
  'Places where it forks: {count}.': 'Bifurcaciones: {count}.',
  'Not an unbroken chain': 'Una cadena interrumpida',
  Form: 'Forma',
  'All required fields are present and valid, and there are no others.':
    'Están todos los campos necesarios, son válidos y no hay otros.',
  Signature: 'Firma',
  'The issuer’s key signed exactly this.': 'La clave del emisor firmó exactamente esto.',
  Assertions: 'Afirmaciones',
  'Its statements agree with each other and with its verdict.':
    'Lo que afirma no se contradice ni contradice su resultado.',
  Times: 'Horas',
  'Its times agree with each other and with the clock.': 'Sus horas concuerdan entre sí y con el reloj.',
  Evidence: 'Pruebas',
  'The evidence matches its fingerprints.': 'Las pruebas coinciden con sus huellas.',
  Freshness: 'Vigencia',
  'It has not expired.': 'No ha caducado.',
  Predecessor: 'Recibo anterior',
  'It follows the receipt before it: same subject, same issuer, no overlap.':
    'Sigue al recibo anterior: mismo sujeto, mismo emisor, sin solaparse.',
  Trust: 'Confianza',
  'Its key is among those you trust.': 'Su clave es una de las que consideras de confianza.',
  Revocation: 'Revocación',
  'The status list of its issuer does not name it.': 'La lista de revocación de su emisor no lo menciona.',
  Age: 'Antigüedad',
  'What it saw ended as recently as you demand.': 'Lo que muestra es tan reciente como exiges.',
  Audience: 'Destinatario',
  'It is meant for the audience you named.': 'Está destinado a quien indicaste.',
  'it did not pass': 'no se superó',
  'Not made.': 'No se comprobó.',
  'Not made: without the right form there is nothing to judge.':
    'No se comprobó: sin la forma correcta no hay nada que verificar.',
  'Not needed: it names no receipt before it, so it is the first of its chain.':
    'No hace falta: no indica ningún recibo anterior, así que es el primero de su cadena.',
  'Not asked: a later receipt follows this one, so it may have expired.':
    'No se preguntó: lo sigue un recibo posterior, así que puede haber caducado.',
  'Not made: it names a receipt before it, which was not given.':
    'No se comprobó: indica un recibo anterior que no se ha añadido.',
  'Not asked: anybody can make a key, and you named none that you trust.':
    'No se preguntó: cualquiera puede crear una clave y no indicaste ninguna de confianza.',
  'Not asked: no status list was given.': 'No se preguntó: no hay lista de revocación.',
  'Not asked: you named no longest age.': 'No se preguntó: no indicaste una antigüedad máxima.',
  'Not asked: you named no audience.': 'No se preguntó: no indicaste ningún destinatario.',
  'Its own verdict': 'Resultado según el recibo',
  'What it shows': 'Qué muestra',
  Subject: 'Sujeto',
  Seen: 'Observado durante',
  Signed: 'Firmado',
  Expires: 'Caduca',
  anybody: 'cualquiera',
  References: 'Referencias',
  Issuer: 'Emisor',
  Key: 'Clave',
  Follows: 'Sigue a',
  Profile: 'Perfil',
  absent: 'falta',
  '(type {type})': '(tipo {type})',
  none: 'sin indicar',
  pass: 'superado',
  fail: 'no superado',
  'insufficient evidence': 'pruebas insuficientes',
  '{length}, from {start} to {end}': '{length}, de {start} a {end}',
  Observed: 'Observado',
  Continuous: 'Continuo',
  Intact: 'Íntegro',
  yes: 'sí',
  no: 'no',
  '{words}, confidence {confidence}': '{words}, confianza {confidence}',
  Engine: 'Motor',
  '{time} with {algorithm}': '{time} con {algorithm}',
  'not said: five minutes after the end': 'sin indicar: cinco minutos después del final',
  'no other receipt': 'ningún otro recibo',
  'version {version}, not signed': 'versión {version}, sin firmar',
  'version {version}, the old profile, which leaves members unsigned':
    'versión {version}, perfil antiguo, que deja campos sin firmar',
  'version {version}, {profile}': 'versión {version}, {profile}',
  'It does not have the form of a receipt, so nothing in it is proven.':
    'No tiene la forma de un recibo, así que nada de lo que contiene está demostrado.',
  'No signature fits, so nothing in it is proven.':
    'Ninguna firma corresponde, así que nada de lo que contiene está demostrado.',
  'The signature covers every member: nothing can be changed or added unseen.':
    'La firma cubre todos los campos: nada se puede cambiar ni añadir sin que se note.',
  'The old signature leaves {count} members out: anybody may have changed those.':
    'La firma antigua deja fuera {count} campos: cualquiera pudo cambiarlos.',
  signed: 'firmado',
  'not signed': 'sin firmar',
  'partly signed': 'firmado en parte',
  unproven: 'sin demostrar',
  'the signature itself': 'la propia firma',
  'the value': 'el valor',
  'the text': 'el texto',
  'the text cannot be read': 'el texto no se puede leer',
  'On {day} at {time} UTC, {what} for {length}{extras}; signed by {issuer}.':
    '{day}, {time} UTC: {what} durante {length}{extras}; firmado por {issuer}.',
  'a test, which says nothing about a person, ran': 'una prueba, que no dice nada sobre una persona,',
  'somebody practiced with a pointer': 'alguien practicó con el ratón o el dedo',
  'something was observed': 'se observó algo',
  'motion like a person’s followed {arrows} live': 'un movimiento como el de una persona siguió en vivo {arrows}',
  'motion like a person’s followed {arrows}': 'un movimiento como el de una persona siguió {arrows}',
  ', and a passkey signed it': ', firmado con una llave de acceso',
  ', at level {level}': ', en el nivel {level}',
  ', for “{action}”': ', para «{action}»',
  ', for {site}': ', para {site}',
  ', and it was not accepted': ', pero no se aceptó',
  'one arrow': 'una flecha',
  '{number} arrows': '{number} flechas',
  'none of {arrows}': 'ninguna de {arrows}',
  '{number} of {arrows}': '{number} de {arrows}',
  one: 'una',
  two: 'dos',
  three: 'tres',
  four: 'cuatro',
  five: 'cinco',
  six: 'seis',
  seven: 'siete',
  eight: 'ocho',
  nine: 'nueve',
  ten: 'diez',
  Unreadable: 'Ilegible',
  'Give the whole text, from the first brace to the last, or the file itself.':
    'Usa el texto completo, desde la primera llave hasta la última, o el propio archivo.',
  'Don’t rely on it. Ask the sender for the file exactly as it was issued.':
    'No te fíes de él. Pide a quien lo envió el archivo tal como se emitió.',
  'Don’t rely on it. Tell the issuer, who alone can issue a correct one.':
    'No te fíes de él. Avisa al emisor: solo él puede emitir uno correcto.',
  'Don’t rely on it. Ask for a newer receipt.': 'No te fíes de él. Pide un recibo más reciente.',
  'Check that you gave the right receipts. If you did, don’t rely on this link of the chain.':
    'Comprueba que son los recibos correctos. Si lo son, no te fíes de este eslabón de la cadena.',
  'Check the clock of this device, and the time you judge at. If they are right, don’t rely on it, and tell the issuer.':
    'Comprueba el reloj de este dispositivo y la hora elegida. Si están bien, no te fíes de él y avisa al emisor.',
  'This text cannot be read as a receipt.': 'Este texto no se puede leer como recibo.',
  'It does not have the form of a receipt.': 'No tiene la forma de un recibo.',
  'It was changed after it was signed, or another key signed it.':
    'Se cambió después de firmarlo, o lo firmó otra clave.',
  'It does not follow the receipt before it.': 'No sigue al recibo anterior.',
  'The receipt before it is about somebody else.': 'El recibo anterior trata de otra persona.',
  'The receipt before it has another issuer.': 'El recibo anterior tiene otro emisor.',
  'It overlaps the time of the receipt before it.': 'Se solapa en el tiempo con el recibo anterior.',
  'It contradicts itself.': 'Se contradice.',
  'Its times cannot be right.': 'Sus horas no pueden ser correctas.',
  'Its evidence is not the evidence that was signed for.': 'Sus pruebas no son las que se firmaron.',
  'It is not authentic.': 'No es auténtico.',
  Invalid: 'No válido',
  'Not judged': 'Sin verificar',
  'An old receipt, whose signature leaves members out. It is refused unless you ask for such receipts.':
    'Un recibo antiguo cuya firma deja campos fuera. Se rechaza salvo que admitas ese tipo de recibos.',
  'To see whether the rest holds, have old receipts judged too.':
    'Para ver si el resto es correcto, verifica también los recibos antiguos.',
  Revoked: 'Revocado',
  'Its issuer revoked it.': 'Su emisor lo revocó.',
  'Not checked': 'Sin comprobar',
  'Whether its issuer revoked it could not be checked.': 'No se pudo comprobar si su emisor lo revocó.',
  'Don’t rely on it before you have a current status list of its issuer.':
    'No te fíes de él hasta tener una lista de revocación actual de su emisor.',
  'Compromised key': 'Clave comprometida',
  'Signed with a key that its issuer has declared compromised: anybody may have made it.':
    'Firmado con una clave que su emisor ha declarado comprometida: cualquiera pudo hacerlo.',
  'Get the issuer’s key from them by another way, compare every digit, and add it to the keys you trust.':
    'Consigue la clave del emisor por otra vía, compara cada dígito y añádela a tus claves de confianza.',
  'Unknown issuer': 'Emisor desconocido',
  'Signed with a key that is not among those you trust. Anybody can make a key.':
    'Firmado con una clave que no está entre las de tu confianza. Cualquiera puede crear una clave.',
  'Don’t rely on it unless you know the issuer. Get the issuer’s key from them by another way, compare every digit, and add it to the keys you trust.':
    'No te fíes de él salvo que conozcas al emisor. Consigue su clave por otra vía, compara cada dígito y añádela a tus claves de confianza.',
  'Unchanged since it was signed, but whose key signed it was not checked. Anybody can make a key.':
    'No ha cambiado desde que se firmó, pero no se comprobó de quién es la clave. Cualquiera puede crear una clave.',
  'Not for you': 'No es para ti',
  'Don’t accept it for the audience you named. Ask for a receipt that names it.':
    'No lo aceptes para el destinatario que indicaste. Pide un recibo que lo mencione.',
  'Another action': 'Otra acción',
  'Don’t act on it. Ask for an approval of exactly what you are about to do.':
    'No actúes según él. Pide una aprobación exactamente de lo que vas a hacer.',
  Test: 'Prueba',
  'A receipt made for tests. It says nothing about a person.':
    'Un recibo hecho para pruebas. No dice nada sobre una persona.',
  'Don’t accept it outside tests.': 'Acéptalo solo en pruebas.',
  'It names no audience, so it is not meant for you.': 'No indica ningún destinatario, así que no es para ti.',
  'It is meant for {audience}.': 'Está destinado a {audience}.',
  'It names no action by its digest.': 'No indica ninguna acción por su digest.',
  'It is for another action, whose digest is {digest}.': 'Es para otra acción, cuyo digest es {digest}.',
  'issuer {id}': 'el emisor {id}',
  'An old receipt that leaves {count} members unsigned, signed by {issuer} on {time}{ending}.{outcome}':
    'Un recibo antiguo que deja {count} campos sin firmar, firmado por {issuer} el {time}{ending}.{outcome}',
  'Authentic, signed by {issuer} on {time}{ending}.{outcome}':
    'Auténtico, firmado por {issuer} el {time}{ending}.{outcome}',
  'Good as a record. Where somebody has to be here now, ask for a newer receipt.':
    'Sirve como registro. Si alguien tiene que estar presente ahora, pide un recibo más reciente.',
  'Valid in part': 'Válido en parte',
  'Don’t rely on the members that are not signed: anybody may have changed them.':
    'No te fíes de los campos sin firmar: cualquiera pudo cambiarlos.',
  Valid: 'Válido',
  'You can rely on what it says, as far as you trust its issuer.':
    'Puedes fiarte de lo que dice, en la medida en que confíes en su emisor.',
  ', and still fresh': ', y todavía vigente',
  ', which is longer ago than you allow': ', hace más tiempo del que permites',
  '; its five minutes are over': '; sus cinco minutos ya pasaron',
  '; it expired on {time}': '; caducó el {time}',
  'It gives no verdict of its own.': 'No da ningún resultado propio.',
  'What it says is not a pass: {verdict}.': 'Lo que dice no es un resultado superado: {verdict}.',
  'expired at {time}': 'caducó el {time}',
  '{place} does not fit its payloadDigest': '{place} no corresponde a su payloadDigest',
}
