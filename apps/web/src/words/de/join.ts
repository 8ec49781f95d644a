import type { Messages } from '@stillhere/messages'

/** The page Join in German. */
export const messages: Messages = {
  'An invite has three parts, like SERVICE-7F3K-9QXZ. Check for an extra or missing character.':
    'Eine Einladung hat drei Teile, etwa SERVICE-7F3K-9QXZ. Prüfe, ob ein Zeichen zu viel ist oder fehlt.',
  'We don’t know this invite. Check for typos, or ask the person who gave it to you.':
    'Wir kennen diese Einladung nicht. Prüfe sie auf Tippfehler oder frag, wer sie dir gegeben hat.',
  'This invite has been used. Each lets one person in, so ask for another one.':
    'Diese Einladung wurde schon benutzt. Jede gilt für eine Person, bitte also um eine neue.',
  'Someone is joining with this invite right now. If they don’t finish, it’s free again in ten minutes.':
    'Mit dieser Einladung tritt gerade jemand bei. Falls das nicht zu Ende geführt wird, ist sie in zehn Minuten wieder frei.',
  'This invite was taken back. Ask the person who gave it to you for another one.':
    'Diese Einladung wurde zurückgezogen. Bitte die Person, von der du sie hast, um eine neue.',
  'This address has no node yet, and you need an invite to join. Enter the one you were given.':
    'Zu dieser Adresse gibt es noch keinen Knoten, und zum Beitreten brauchst du eine Einladung. Gib deine ein.',
  'That doesn’t look like an email address. Check for an extra or missing character.':
    'Das sieht nicht nach einer E-Mail-Adresse aus. Prüfe, ob ein Zeichen zu viel ist oder fehlt.',
  'Too many wrong codes.': 'Zu viele falsche Codes.',
  'This code is closed now. Ask for a new one below.': 'Dieser Code ist jetzt gesperrt. Fordere unten einen neuen an.',
  'That’s not the code, and it was the last try. Ask for a new one below.':
    'Der Code ist falsch, und das war der letzte Versuch. Fordere unten einen neuen an.',
  'That’s not the code, or it’s too old. {count} tries are left.': {
    one: 'Der Code ist falsch oder abgelaufen. Du hast noch einen Versuch.',
    other: 'Der Code ist falsch oder abgelaufen. Du hast noch {count} Versuche.',
  },
  'The code for {email} is closed.': 'Der Code für {email} ist gesperrt.',
  'It works until {time}.': 'Er gilt bis {time} Uhr.',
  'No email? Check your spam folder.': 'Keine E-Mail? Sieh im Spam-Ordner nach.',
  Email: 'E-Mail',
  Node: 'Knoten',
  'New here? You need an invite. Already a member? Just enter your email.':
    'Neu hier? Dann brauchst du eine Einladung. Schon dabei? Dann genügt deine E-Mail-Adresse.',
  'You’re in': 'Du bist drin',
  'Your way in': 'Dein Weg hinein',
  'Email address': 'E-Mail-Adresse',
  'We’ll send it a 6-digit code. Your address stays private.':
    'Wir senden dir einen sechsstelligen Code. Deine Adresse bleibt privat.',
  'Mail me a code': 'Code per E-Mail senden',
  'Enter your email address.': 'Gib deine E-Mail-Adresse ein.',
  'Enter your invite. Already have a node? Then choose “Sign in”.':
    'Gib deine Einladung ein. Du hast schon einen Knoten? Dann wähle „Anmelden“.',
  'Six digits. You can paste the whole line from the email.':
    'Sechs Ziffern. Du kannst die ganze Zeile aus der E-Mail einfügen.',
  'Enter your code': 'Gib deinen Code ein',
  'Use another address': 'Andere Adresse verwenden',
  'This address already has a node, so you’re signing in. Your invite isn’t used up: give it to someone else.':
    'Zu dieser Adresse gibt es schon einen Knoten, du meldest dich also an. Deine Einladung bleibt gültig: Gib sie weiter.',
  Invite: 'Einladung',
  'This invite is good.': 'Diese Einladung ist gültig.',
  'Like SERVICE-7F3K-9QXZ. It lets one person in.': 'Etwa SERVICE-7F3K-9QXZ. Sie gilt für eine Person.',
  'Try again in {time}.': 'Versuche es in {time} noch einmal.',
  'If you’ve joined before, a passkey or a recovery code still signs you in.':
    'Wenn du schon dabei bist, kommst du mit einem Passkey oder einem Wiederherstellungscode trotzdem hinein.',
  'You can try again now.': 'Du kannst es jetzt noch einmal versuchen.',
  'We made a new code. The old one no longer works.': 'Es gibt einen neuen Code. Der alte gilt nicht mehr.',
  'Send a new code in {time}': 'Neuen Code senden in {time}',
  'Send a new code': 'Neuen Code senden',
  'No new code was sent.': 'Es wurde kein neuer Code gesendet.',
  'You’re signed in as <strong>{handle}</strong>.': 'Du bist als <strong>{handle}</strong> angemeldet.',
  'Sign in as someone else': 'Mit anderem Konto anmelden',
  'Way in': 'Zugang',
  'Or with your wallet': 'Oder mit deiner Wallet',
  'An Ethereum wallet that’s bound to your node signs you in without an email. It costs nothing and moves nothing.':
    'Mit einer Ethereum-Wallet, die mit deinem Knoten verknüpft ist, meldest du dich ohne E-Mail an. Das kostet nichts und überweist nichts.',
  'Sign in with a wallet': 'Mit Wallet anmelden',
  'This wallet isn’t bound to a node yet.': 'Diese Wallet ist noch mit keinem Knoten verknüpft.',
  'Join with your invite and your email, or sign in by email. Then bind {address} with one more signature.':
    'Tritt mit Einladung und E-Mail-Adresse bei oder melde dich per E-Mail an. Danach verknüpfst du {address} mit einer weiteren Signatur.',
  'Welcome back.': 'Willkommen zurück.',
  'Welcome. You have a node.': 'Willkommen. Du hast jetzt einen Knoten.',
  'Its handle is <strong>{handle}</strong>: the only name others see. You can change it on My node.':
    'Sein Handle ist <strong>{handle}</strong>: der einzige Name, den andere sehen. Du kannst es unter Mein Knoten ändern.',
  'Make your first scan': 'Ersten Scan machen',
  'Bind your wallet': 'Wallet verknüpfen',
  'Genesis node': 'Genesis-Knoten',
  Number: 'Nummer',
  'of one hundred': 'von hundert',
  '{handle} is among the first hundred. The place is yours for good and stands on the <link>genesis wall</link>.':
    '{handle} gehört zu den ersten hundert. Der Platz gehört dir für immer und steht auf der <link>Genesis-Wand</link>.',
  'Sign in with a passkey': 'Mit Passkey anmelden',
  'Lost your email, passkey or wallet?': 'Kein Zugriff mehr auf E-Mail, Passkey oder Wallet?',
  'Use one of the recovery codes you saved. Each works once.':
    'Nimm einen der Wiederherstellungscodes, die du gespeichert hast. Jeder gilt einmal.',
  'Recovery code': 'Wiederherstellungscode',
  '16 letters and digits, like k7qm-2vxd-9hpr-4twz.': '16 Buchstaben und Ziffern, etwa k7qm-2vxd-9hpr-4twz.',
  'A recovery code has 16 letters and digits.': 'Ein Wiederherstellungscode hat 16 Buchstaben und Ziffern.',
  'Sign in with this code': 'Mit diesem Code anmelden',
  'That code didn’t work.': 'Dieser Code hat nicht funktioniert.',
  'Check it, or use another one: each works only once.': 'Prüfe ihn oder nimm einen anderen: Jeder gilt nur einmal.',
  'Sign in with your link': 'Mit deinem Link anmelden',
  'You opened the link from our email. Press the button to sign in with this browser for 30 days.':
    'Du hast den Link aus unserer E-Mail geöffnet. Tippe auf den Knopf, um in diesem Browser 30 Tage angemeldet zu bleiben.',
  'This link no longer works.': 'Dieser Link funktioniert nicht mehr.',
  'It was used before, or it’s too old. Ask for a new code.':
    'Er wurde schon benutzt oder ist zu alt. Fordere einen neuen Code an.',
  'Ask for a new code': 'Neuen Code anfordern',
}
