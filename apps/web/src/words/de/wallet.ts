import type { Messages } from '@stillhere/messages'

/** Wallets in German. */
export const messages: Messages = {
  'A bound wallet signs you in without a code. You can still sign in by email.':
    'Mit einer verknüpften Wallet meldest du dich ohne Code an. Die Anmeldung per E-Mail bleibt möglich.',
  'The wallet {address} is bound to your node.': 'Die Wallet {address} ist mit deinem Knoten verknüpft.',
  'Next time you can sign in with it.': 'Nächstes Mal kannst du dich damit anmelden.',
  'Bind a wallet': 'Wallet verknüpfen',
  'Bind {address}': '{address} verknüpfen',
  'Sign in another app (copy and paste)': 'In einer anderen App signieren (Kopieren und Einfügen)',
  'Account address': 'Adresse des Kontos',
  '0x followed by 40 characters.': '0x und danach 40 Zeichen.',
  'That’s not an Ethereum address.': 'Das ist keine Ethereum-Adresse.',
  'Create message': 'Nachricht erstellen',
  'Message to sign': 'Zu signierende Nachricht',
  Signature: 'Signatur',
  'Sign this exact message (personal_sign) within ten minutes and paste the result, 0x…':
    'Signiere genau diese Nachricht (personal_sign) innerhalb von zehn Minuten und füge das Ergebnis ein, 0x…',
  'Use this signature': 'Diese Signatur verwenden',
  'Check your wallet. It’s asking you to sign.': 'Sieh in deine Wallet. Sie bittet dich um eine Signatur.',
  'There’s no wallet in this browser. Open this page in your wallet app’s browser, or:':
    'In diesem Browser gibt es keine Wallet. Öffne diese Seite im Browser deiner Wallet-App, oder:',
  'We got no usable answer from the wallet.': 'Die Wallet gab keine brauchbare Antwort.',
  'Open it, choose an account, then try again.': 'Öffne sie, wähle ein Konto und versuche es noch einmal.',
  'You declined in the wallet.': 'Du hast in der Wallet abgelehnt.',
  'Nothing was signed. Try again if you change your mind.':
    'Es wurde nichts signiert. Versuche es noch einmal, wenn du es dir anders überlegst.',
  'The wallet doesn’t allow this site.': 'Die Wallet erlaubt diese Website nicht.',
  'Allow this site in the wallet, then try again.': 'Erlaube diese Website in der Wallet und versuche es noch einmal.',
  'The wallet is offline.': 'Die Wallet ist offline.',
  'Open it, check its connection, then try again.': 'Öffne sie, prüfe ihre Verbindung und versuche es noch einmal.',
  'The wallet is waiting for you.': 'Die Wallet wartet auf dich.',
  'It already has a request open. Answer it there.': 'Dort ist schon eine Anfrage offen. Beantworte sie dort.',
}
