import type { Catalog } from '../../voice/voice.ts'

/** The badge in Spanish. */
export const messages: Catalog = {
  'Checking receipt…': 'Comprobando el recibo…',
  'Receipt not checked': 'Recibo sin comprobar',
  'Receipt: {stamp}': 'Recibo: {stamp}',
  invalid: 'no válido',
  'not judged': 'sin evaluar',
  revoked: 'revocado',
  'not checked': 'sin comprobar',
  'compromised key': 'clave comprometida',
  'unknown issuer': 'emisor desconocido',
  'not for you': 'no es para ti',
  'another action': 'otra acción',
  test: 'prueba',
  'valid in part': 'válido en parte',
  'Scan of {day}': 'Escaneo del {day}',
  'Scan without a pass of {day}': 'Escaneo no superado del {day}',
  'level {level}': 'nivel {level}',
  'revocation not known': 'no se sabe si se revocó',
}
