import type { Messages } from '@stillhere/messages'

/** The page Confirm in Spanish. */
export const messages: Messages = {
  'Confirm your application': 'Confirma tu solicitud',
  'Confirm that the mailbox is yours. The first 50 people to do so become founding testers and get an invite.':
    'Confirma que el buzón es tuyo. Las primeras 50 personas serán testers fundadores y recibirán una invitación.',
  'From the email': 'Del correo',
  'The 43 characters at the end of the link. If you opened the link, they are filled in.':
    'Los 43 caracteres al final del enlace. Si abriste el enlace, ya están rellenados.',
  'Your application is confirmed': 'Tu solicitud está confirmada',
  'You’re a founding tester.': 'Estás entre los testers fundadores.',
  'Save your invite code. It’s shown only once and lets one person in.':
    'Guarda tu código de invitación: solo se muestra ahora y sirve para una persona.',
  'Invite code': 'Código de invitación',
  'Join with this invite': 'Unirse con esta invitación',
  'All 50 places are taken.': 'Las 50 plazas están ocupadas.',
  'Try a scan without a node': 'Probar un escaneo sin nodo',
  'We’ve noted that the mailbox is yours, and that you’d like to test.':
    'Hemos anotado que el buzón es tuyo y que te gustaría probarlo.',
}
