import type { Messages } from '@stillhere/messages'

/** The page Agents in Spanish. */
export const messages: Messages = {
  'Agents are listed as agents, never as humans. An agent declares a key and proves it holds that key.':
    'Los agentes figuran como agentes, nunca como personas. Un agente declara una clave y demuestra que la tiene.',
  'Declare an agent': 'Declarar un agente',
  Handle: 'Alias',
  'A unique name. Upper and lower case count as the same; no @.':
    'Un nombre único. No distingue mayúsculas de minúsculas; sin @.',
  Type: 'Tipo',
  'What it is, in one word: assistant, crawler, bot.': 'Qué es, en una palabra: asistente, rastreador, bot.',
  Origin: 'Origen',
  'Where it comes from, such as example.org. The service doesn’t verify this.':
    'De dónde viene, por ejemplo example.org. El servicio no lo comprueba.',
  Key: 'Clave',
  'Create one in this browser': 'Crear una en este navegador',
  'Use my own public key': 'Usar mi propia clave pública',
  'The key can’t be exported. Anyone using this browser can sign as this agent. Clearing the browser’s data deletes the key.':
    'La clave no se puede exportar. Quien use este navegador puede firmar como este agente. Si borras los datos del navegador, la clave se pierde.',
  'You keep the private key and sign the proof yourself.': 'Tú guardas la clave privada y firmas la prueba.',
  'Public key': 'Clave pública',
  'Only Ed25519 keys can be proved: 64 hex digits, base64url, a JWK or did:key.':
    'Solo se pueden demostrar claves Ed25519: 64 dígitos hexadecimales, base64url, un JWK o did:key.',
  'This is a private key. Keep it secret. It wasn’t sent.':
    'Esta es una clave privada. Mantenla en secreto. No se ha enviado.',
  Declare: 'Declarar',
  'Look up an agent': 'Buscar un agente',
  'Agent ID': 'ID del agente',
  'It looks like agent:handle@origin.': 'Tiene este aspecto: agent:handle@origin.',
  'Look up': 'Buscar',
  'Keys in this browser': 'Claves en este navegador',
  'None yet': 'Aún no hay ninguna',
  'Agents you declare with a key created here will show up in this list.':
    'Los agentes que declares con una clave creada aquí aparecerán en esta lista.',
  'Back to Agents': 'Volver a Agentes',
  Agent: 'Agente',
  Steps: 'Pasos',
  Prove: 'Demostrar',
  'About this agent': 'Sobre este agente',
  'Origin (self-declared)': 'Origen (según él mismo)',
  Declared: 'Declarado',
  Proved: 'Demostrada',
  'not yet': 'todavía no',
  Revoked: 'Revocado',
  'Responsible node': 'Nodo responsable',
  none: 'ninguno',
  'Declared. The key hasn’t been proved yet.': 'Declarado. La clave aún no se ha demostrado.',
  'Verified. The key has been proved.': 'Verificado. La clave se ha demostrado.',
  'Revoked permanently': 'Revocado definitivamente',
  'This agent was revoked by its own key.': 'Este agente se revocó con su propia clave.',
  'This agent was revoked by its responsible node.': 'Este agente fue revocado por su nodo responsable.',
  'This agent was revoked by the operator of this service.':
    'Este agente fue revocado por el operador de este servicio.',
  'This agent has been revoked.': 'Este agente ha sido revocado.',
  'Its signatures are rejected and its handle stays taken. This can’t be undone.':
    'Sus firmas se rechazan y su alias sigue ocupado. No se puede deshacer.',
  'Prove you hold the key': 'Demuestra que tienes la clave',
  'The key is in this browser. It signs one statement for this service, valid for ten minutes. The key itself isn’t sent.':
    'La clave está en este navegador. Firma una declaración para este servicio, válida durante diez minutos. La clave en sí no se envía.',
  'Prove now': 'Demostrar ahora',
  'This key can’t be proved, so the agent stays “declared”.':
    'Esta clave no se puede demostrar. El agente se queda en «declarado».',
  'Only Ed25519 keys can be proved. To get verified, declare another agent with one.':
    'Solo se pueden demostrar claves Ed25519. Para verificarte, declara otro agente con una de ellas.',
  'The key isn’t in this browser. Use it to sign this exact text within ten minutes.':
    'La clave no está en este navegador. Firma con ella exactamente este texto en menos de diez minutos.',
  'Text to sign': 'Texto para firmar',
  'Save as statement.txt': 'Guardar como statement.txt',
  'New text': 'Texto nuevo',
  'Example with OpenSSL 3': 'Ejemplo con OpenSSL 3',
  'A signature is 64 bytes: 128 hex digits or base64.': 'Una firma tiene 64 bytes: 128 dígitos hexadecimales o base64.',
  'Key in this browser': 'Clave en este navegador',
  'You’re responsible for this agent': 'Eres responsable de este agente',
  'A new key replaces the old one; the agent’s ID stays the same. Do this from time to time, and whenever you no longer trust the old key.':
    'Una clave nueva sustituye a la anterior; el ID del agente no cambia. Hazlo de vez en cuando y siempre que dejes de confiar en la clave anterior.',
  'Key changed.': 'Clave cambiada.',
  'Change key': 'Cambiar clave',
  'Revoke agent': 'Revocar agente',
  'Revoke this agent?': '¿Revocar este agente?',
  '<code>{agent}</code> won’t be able to sign again, and its handle stays taken. This can’t be undone.':
    '<code>{agent}</code> no podrá volver a firmar y su alias seguirá ocupado. No se puede deshacer.',
  'Yes, revoke': 'Sí, revocar',
  'This key is no longer needed.': 'Esta clave ya no hace falta.',
  'Remove key': 'Quitar clave',
  Keys: 'Claves',
  'Keys of this agent, newest first': 'Claves de este agente, primero las más recientes',
  'No. {version}': 'N.º {version}',
  Added: 'Añadida',
  'not proved': 'sin demostrar',
  Ended: 'Retirada',
  'in use': 'en uso',
  'This browser can’t use the key.': 'Este navegador no puede usar la clave.',
  'Reload the page and try again. If that doesn’t help, declare the agent again with a new key.':
    'Recarga la página e inténtalo de nuevo. Si no funciona, declara el agente de nuevo con otra clave.',
  'Update your browser. Chrome and Edge 137, Firefox 129, and Safari 17 or later can sign.':
    'Actualiza el navegador. Pueden firmar Chrome y Edge 137, Firefox 129 y Safari 17 o posteriores.',
  'Open this page over https, or as localhost on this computer.':
    'Abre esta página por https o, en este equipo, como localhost.',
  'Leave private browsing, allow this site to store data, and check that there is free space.':
    'Sal de la navegación privada, permite que este sitio guarde datos y comprueba que haya espacio libre.',
  'You can’t do that.': 'No puedes hacer eso.',
  'An agent can be revoked with its own key, by its responsible node, or by the operator of this service.':
    'Un agente se puede revocar con su propia clave, desde su nodo responsable o por el operador de este servicio.',
  Signature: 'Firma',
}
