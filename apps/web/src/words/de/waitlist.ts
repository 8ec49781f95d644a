import type { Messages } from '@stillhere/messages'

/** The page Waitlist in German. */
export const messages: Messages = {
  'No invite yet? Leave your email. The person who runs this service sees it and can let you in.':
    'Noch keine Einladung? Hinterlass deine E-Mail-Adresse. Wer diesen Dienst betreibt, sieht sie und kann dich einladen.',
  Email: 'E-Mail-Adresse',
  'We’ll mail you a link, to be sure that the address is yours.':
    'Wir schicken dir einen Link, um sicher zu sein, dass die Adresse dir gehört.',
  'That doesn’t look like an email address.': 'Das sieht nicht wie eine E-Mail-Adresse aus.',
  'Mail me a link': 'Link schicken',
  'Check your mail.': 'Sieh in deinem Postfach nach.',
  'Open the link in it to get on the list. Nothing there? Look in the spam folder.':
    'Öffne den Link in der Mail, um auf die Liste zu kommen. Nichts da? Sieh im Spam-Ordner nach.',
  'One more press, and you’re on the list.': 'Noch einmal tippen, und du stehst auf der Liste.',
  'A note (optional)': 'Eine Notiz (wenn du magst)',
  'Who are you, or who told you about us? Only the person who runs this service reads it.':
    'Wer bist du, oder wer hat dir von uns erzählt? Das liest nur, wer diesen Dienst betreibt.',
  'One line, at most 200 characters.': 'Eine Zeile, höchstens 200 Zeichen.',
  'Put me on the list': 'Setzt mich auf die Liste',
  'Take me off the list': 'Nehmt mich von der Liste',
  'You’re off the list.': 'Du stehst nicht mehr auf der Liste.',
  'We’ve deleted your address and your note.': 'Wir haben deine Adresse und deine Notiz gelöscht.',
  'We keep your address and note until you join, for 90 days at most.':
    'Wir behalten Adresse und Notiz, bis du beitrittst, höchstens 90 Tage.',
  'Try a practice round meanwhile': 'Inzwischen eine Übungsrunde machen',
  'Get a new link': 'Neuen Link holen',
  'You’re on the list.': 'Du stehst auf der Liste.',
  'If you’re let in, we’ll mail you an invite. The same link takes you off the list.':
    'Wenn du eingeladen wirst, schicken wir dir eine Mail. Derselbe Link nimmt dich wieder von der Liste.',
  'You’ve been invited already.': 'Du wurdest schon eingeladen.',
  'Look for the mail with your invite. Can’t find it? Ask the person who runs this service.':
    'Such die Mail mit deiner Einladung. Nicht zu finden? Frag, wer diesen Dienst betreibt.',
  'You have a node already.': 'Du hast schon einen Knoten.',
  'You don’t need an invite: sign in with your email.':
    'Du brauchst keine Einladung: Melde dich mit deiner E-Mail-Adresse an.',
  'This service takes no requests right now.': 'Dieser Dienst nimmt gerade keine Anfragen an.',
  'If you know the person who runs it, ask them for an invite.':
    'Wenn du weißt, wer ihn betreibt, bitte dort um eine Einladung.',
  'You don’t need an invite.': 'Du brauchst keine Einladung.',
  'Anybody can join this service with an email address.':
    'Diesem Dienst können alle mit einer E-Mail-Adresse beitreten.',
}
