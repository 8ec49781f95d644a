import type { Catalog } from '../../voice/voice.ts'

/** The badge in German. */
export const messages: Catalog = {
  'Checking receipt…': 'Beleg wird geprüft…',
  'Receipt not checked': 'Beleg nicht geprüft',
  'Receipt: {stamp}': 'Beleg: {stamp}',
  invalid: 'ungültig',
  'not judged': 'nicht beurteilt',
  revoked: 'widerrufen',
  'not checked': 'nicht geprüft',
  'compromised key': 'Schlüssel kompromittiert',
  'unknown issuer': 'unbekannter Aussteller',
  'not for you': 'nicht für dich',
  'another action': 'andere Aktion',
  test: 'Test',
  'valid in part': 'teilweise gültig',
  'Scan of {day}': 'Scan vom {day}',
  'Scan without a pass of {day}': 'Nicht bestandener Scan vom {day}',
  'level {level}': 'Stufe {level}',
  'revocation not known': 'Widerruf nicht bekannt',
}
