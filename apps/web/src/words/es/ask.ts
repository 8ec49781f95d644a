import type { Messages } from '@stillhere/messages'

/** Who asks for what, on the pages of checks and approvals, in Spanish. */
export const messages: Messages = {
  'This is a test. It proves nothing, and nobody should rely on it.':
    'Esto es una prueba. No demuestra nada y nadie debería fiarse de ella.',
  'One moment…': 'Un momento…',
  'This check doesn’t exist': 'Esta comprobación no existe',
  'Check not found': 'Comprobación no encontrada',
  'This check is done.': 'Esta comprobación está hecha.',
  'This check has ended.': 'Esta comprobación ha terminado.',
  'This check has expired.': 'Esta comprobación ha caducado.',
  '{site} asks you to confirm': '{site} te pide que confirmes',
  For: 'Para',
  'This approval doesn’t exist': 'Esta aprobación no existe',
  'Approval not found': 'Aprobación no encontrada',
  '{asker} asks: {summary}': '{asker} pregunta: {summary}',
  '{name} (agent of {origin})': '{name} (agente de {origin})',
  '{name} (agent of {origin}, operated by {operator})': '{name} (agente de {origin}, a cargo de {operator})',
  'This was approved.': 'Esto se ha aprobado.',
  'This was denied.': 'Esto se ha rechazado.',
  'This has expired.': 'Esto ha caducado.',
  '{asker} asks you to approve:': '{asker} te pide que apruebes:',
  'Type:': 'Tipo:',
  'Compare with the code the asker shows:': 'Compara con el código de quien pregunta:',
  'Open until': 'Abierta hasta',
  'I can’t or don’t want to move a phone': 'No puedo o no quiero mover un teléfono',
  'Email address of your node': 'Correo de tu nodo',
  'Mail me a code': 'Enviarme un código',
}
