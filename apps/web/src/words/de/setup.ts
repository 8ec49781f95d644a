import type { Messages } from '@stillhere/messages'

/** The page Set-up in German. */
export const messages: Messages = {
  'Set up Stillhere': 'Stillhere einrichten',
  'Three short steps. You can do each of them later in Admin.':
    'Drei kurze Schritte. Du kannst jeden auch später in Admin machen.',
  'Opening your link…': 'Dein Link wird geöffnet…',
  'This page needs its link.': 'Diese Seite braucht ihren Link.',
  'Open the link that the first start printed, or run npx --no-install stillhere setup on the server.':
    'Öffne den Link, den der erste Start ausgegeben hat, oder führe auf dem Server npx --no-install stillhere setup aus.',
  'This link has already been used.': 'Dieser Link wurde schon benutzt.',
  'It works once. If that wasn’t you, change ADMIN_SECRET now: that ends every operator session. Then run npx --no-install stillhere setup for a new link.':
    'Er funktioniert einmal. Wenn du das nicht warst, ändere jetzt ADMIN_SECRET: Das beendet alle Betreibersitzungen. Führe dann npx --no-install stillhere setup für einen neuen Link aus.',
  'This link is no longer open.': 'Dieser Link ist nicht mehr offen.',
  'An operator has signed in with the admin secret, and that ends every link. Sign in the same way, or run npx --no-install stillhere setup for a new link.':
    'Ein Betreiber hat sich mit dem Admin-Geheimnis angemeldet, und das beendet alle Links. Melde dich genauso an, oder führe npx --no-install stillhere setup für einen neuen Link aus.',
  'This link has expired.': 'Dieser Link ist abgelaufen.',
  'It works for an hour. Run npx --no-install stillhere setup for a new one.':
    'Er gilt eine Stunde. Führe npx --no-install stillhere setup für einen neuen aus.',
  'Go to Admin': 'Zu Admin',
  '1. Address': '1. Adresse',
  'All good.': 'Alles in Ordnung.',
  'PUBLIC_URL is {address}, and that’s where you are.': 'PUBLIC_URL ist {address}, und genau dort bist du.',
  'Only this machine can use the service.': 'Nur dieser Rechner kann den Dienst nutzen.',
  'That’s fine for trying it out. For others, set PUBLIC_URL to the address they will use, like https://id.example.org, and start again.':
    'Zum Ausprobieren reicht das. Damit andere ihn nutzen können, setze PUBLIC_URL auf ihre Adresse dafür, zum Beispiel https://id.example.org, und starte neu.',
  'PUBLIC_URL is another address.': 'PUBLIC_URL ist eine andere Adresse.',
  'PUBLIC_URL is {address}, but your browser is at {seen}. Links in mails lead to PUBLIC_URL.':
    'PUBLIC_URL ist {address}, aber dein Browser ist auf {seen}. Links in E-Mails führen zu PUBLIC_URL.',
  '2. Mail': '2. E-Mail',
  'Mail is set up. Send yourself one to be sure.': 'E-Mail ist eingerichtet. Schick dir zur Sicherheit eine.',
  'Mail is not set up.': 'E-Mail ist nicht eingerichtet.',
  'Mails are saved as files in {folder}, and you can read them in Admin. Set SMTP_URL to send them.':
    'E-Mails werden als Dateien in {folder} gespeichert, und du kannst sie in Admin lesen. Setze SMTP_URL, um sie zu senden.',
  '3. First invites': '3. Erste Einladungen',
  'People need an invite to join. Make the first ones here.':
    'Wer beitreten will, braucht eine Einladung. Erstelle hier die ersten.',
  'INVITES=open is set: anyone can join without an invite.':
    'INVITES=open ist gesetzt: Alle können ohne Einladung beitreten.',
  'You’re the operator': 'Du bist der Betreiber',
  'This browser stays signed in for 12 hours. After that, Admin asks for the admin secret.':
    'Dieser Browser bleibt 12 Stunden angemeldet. Danach fragt Admin nach dem Admin-Geheimnis.',
}
