import type { Messages } from '@stillhere/messages'

/** The mails in German. */
export const messages: Messages = {
  'Mail from Stillhere works': 'E-Mails von Stillhere kommen an',
  'This is a test that the operator of this service asked for.':
    'Das ist ein Test, um den der Betreiber dieses Dienstes gebeten hat.',
  'Mail works. There is nothing to do.': 'E-Mail funktioniert. Du musst nichts tun.',
  'You’re on the Stillhere waitlist': 'Du bist auf der Warteliste von Stillhere',
  'This email address was put on the waitlist of Stillhere.':
    'Diese E-Mail-Adresse wurde auf die Warteliste von Stillhere gesetzt.',
  'You need an invite to join. Until you get one, there is nothing to do.':
    'Zum Beitreten brauchst du eine Einladung. Bis du eine bekommst, musst du nichts tun.',
  'Not you? Ignore this mail: an address that is never confirmed is forgotten after 90 days.':
    'Warst du das nicht? Ignoriere diese E-Mail: Eine Adresse, die nie bestätigt wird, vergessen wir nach 90 Tagen.',
  '{sentence} It was at {time}.': '{sentence} Das war am {time}.',
  'If this was you, there is nothing to do.': 'Wenn du das warst, musst du nichts tun.',
  'If not: sign in with a code from this mailbox, open My node, sign out every device and remove every wallet and passkey you do not recognize. Then make new recovery codes.':
    'Wenn nicht: Melde dich mit einem Code aus diesem Postfach an, öffne Mein Knoten, melde alle Geräte ab und entferne alle Wallets und Passkeys, die du nicht kennst. Erstelle dann neue Wiederherstellungscodes.',
  'A wallet was added to your Stillhere node': 'Eine Wallet wurde zu deinem Stillhere-Knoten hinzugefügt',
  'A wallet was bound to your node and can sign in to it from now on.':
    'Eine Wallet wurde mit deinem Knoten verbunden und kann sich ab jetzt dort anmelden.',
  'A passkey was added to your Stillhere node': 'Ein Passkey wurde zu deinem Stillhere-Knoten hinzugefügt',
  'A passkey was added to your node. It can sign scans and sign in from now on.':
    'Ein Passkey wurde zu deinem Knoten hinzugefügt. Er kann ab jetzt Scans signieren und sich anmelden.',
  'A passkey of your Stillhere node may have been copied':
    'Ein Passkey deines Stillhere-Knotens wurde womöglich kopiert',
  'A passkey of your node signed with an old counter, as a copy would. It no longer works.':
    'Ein Passkey deines Knotens hat mit einem alten Zählerstand signiert, wie es eine Kopie täte. Er funktioniert nicht mehr.',
  'New sign-in to your Stillhere node': 'Neue Anmeldung bei deinem Stillhere-Knoten',
  'A browser or program that we did not know signed in to your node.':
    'Ein Browser oder Programm, das wir nicht kannten, hat sich bei deinem Knoten angemeldet.',
  'A recovery code signed in to your Stillhere node':
    'Anmeldung mit Wiederherstellungscode bei deinem Stillhere-Knoten',
  'Someone signed in to your node with one of its recovery codes. That code is used up now.':
    'Jemand hat sich mit einem Wiederherstellungscode bei deinem Knoten angemeldet. Dieser Code ist jetzt verbraucht.',
  'New recovery codes for your Stillhere node': 'Neue Wiederherstellungscodes für deinen Stillhere-Knoten',
  'Ten new recovery codes were made for your node. Earlier ones no longer work.':
    'Für deinen Knoten wurden zehn neue Wiederherstellungscodes erstellt. Frühere gelten nicht mehr.',
  'Your Stillhere node was enrolled': 'Dein Stillhere-Knoten wurde eingelernt',
  'Your node was enrolled for scans: later scans are compared with the motion that was shown.':
    'Dein Knoten wurde für Scans eingelernt: Spätere Scans werden mit der gezeigten Bewegung verglichen.',
  'Your Stillhere data was exported': 'Deine Stillhere-Daten wurden exportiert',
  'All data of your node was exported.': 'Alle Daten deines Knotens wurden exportiert.',
  'Your Stillhere node was erased': 'Dein Stillhere-Knoten wurde gelöscht',
  'If not: someone else can read this mailbox or use one of your devices. Change its password first.':
    'Wenn nicht: Jemand anders kann dieses Postfach lesen oder eines deiner Geräte benutzen. Ändere zuerst das Passwort.',
  'Your node and all data of it were erased for good.': 'Dein Knoten und alle Daten dazu wurden endgültig gelöscht.',
  'A program got a token for your Stillhere node': 'Ein Programm hat ein Token für deinen Stillhere-Knoten',
  'A token was made with which a program can use your node. My node lists it under Access, and ends it.':
    'Es wurde ein Token erstellt, mit dem ein Programm deinen Knoten nutzen kann. „Mein Knoten“ zeigt es unter „Zugang“ und beendet es.',
  'A site or agent may now ask your Stillhere node':
    'Eine Website oder ein Agent darf deinen Stillhere-Knoten jetzt fragen',
  'A site or agent was allowed to ask you for approvals, or how often it may ask was changed.':
    'Einer Website oder einem Agenten wurde erlaubt, dich um Freigaben zu bitten, oder es wurde geändert, wie oft.',
  'Open the Join page of the service and enter this code:':
    'Öffne die Seite Beitreten des Dienstes und gib diesen Code ein:',
  'You’re invited to Stillhere': 'Du bist zu Stillhere eingeladen',
  'You are invited to join Stillhere. This invite is for one person:':
    'Du bist eingeladen, Stillhere beizutreten. Diese Einladung gilt für eine Person:',
  'Not expecting it? Ignore this mail: nothing happens without you.':
    'Nicht erwartet? Ignoriere diese E-Mail: Ohne dich passiert nichts.',
  'Open the page /waitlist of the service and enter:': 'Öffne die Seite /waitlist des Dienstes und gib ein:',
  'Your request for a Stillhere invite': 'Deine Bitte um eine Einladung zu Stillhere',
  'Someone, probably you, asked for an invite to Stillhere with this address. To ask for it, open this link:':
    'Jemand, wahrscheinlich du, möchte mit dieser Adresse eine Einladung zu Stillhere. Öffne diesen Link, um darum zu bitten:',
  'You can use it to take yourself off the list again, too.': 'Damit kannst du dich auch wieder von der Liste nehmen.',
  'It works until {until}, also to take yourself off the list again.':
    'Er gilt bis {until}, auch um dich wieder von der Liste zu nehmen.',
  'Not you? Ignore this mail: your address is on no list, and we keep nothing.':
    'Warst du das nicht? Ignoriere diese E-Mail: Deine Adresse steht auf keiner Liste, und wir behalten nichts.',
  'Or open this link and press Sign in:': 'Oder öffne diesen Link und drücke auf Anmelden:',
  '{code} is your Stillhere code': '{code} ist dein Stillhere-Code',
  'Your code for Stillhere:': 'Dein Code für Stillhere:',
  'Your code for Stillhere at {host}:': 'Dein Code für Stillhere auf {host}:',
  'Type the code only where you asked for it. No one from Stillhere will ever ask you for it.':
    'Gib den Code nur dort ein, wo du ihn angefordert hast. Niemand von Stillhere wird dich je danach fragen.',
  'Not you? Ignore this mail: nothing happens without the code.':
    'Warst du das nicht? Ignoriere diese E-Mail: Ohne den Code passiert nichts.',
  'Code and link work once, together.': 'Code und Link gelten zusammen einmal.',
  'It works once.': 'Das gilt einmal.',
  'Code and link work once, together, until {until}.': 'Code und Link gelten zusammen einmal, bis {until}.',
  'It works once until {until}.': 'Das gilt einmal, bis {until}.',
  'Open the page /confirm of the service and enter:': 'Öffne die Seite /confirm des Dienstes und gib ein:',
  'Confirm your Stillhere application': 'Bestätige deine Bewerbung bei Stillhere',
  'This email address applied to be a founding tester of Stillhere. Confirm it to get your invite:':
    'Mit dieser E-Mail-Adresse hat sich jemand als Gründungstester von Stillhere beworben. Bestätige sie und erhalte deine Einladung:',
  'The first 50 people to confirm are founding testers.': 'Die ersten 50, die bestätigen, werden Gründungstester.',
  'Not you? Ignore this mail: nothing happens without it.':
    'Warst du das nicht? Ignoriere diese E-Mail: Ohne sie passiert nichts.',
  '{asker} asks for your approval': '{asker} bittet um deine Freigabe',
  '{asker} asks for your approval. Only the page shows what for; approve or deny it there:':
    '{asker} bittet um deine Freigabe. Wofür, zeigt nur die Seite; gib dort frei oder lehne ab:',
  '{asker} asks for your approval. Only the page shows what for; approve or deny it until {until}:':
    '{asker} bittet um deine Freigabe. Wofür, zeigt nur die Seite; gib frei oder lehne ab, bis {until}:',
  'Open My node.': 'Öffne Mein Knoten.',
  'If you did not expect this, deny it.': 'Wenn du das nicht erwartet hast, lehne ab.',
  '{time} UTC on {day}': '{day}, {time} Uhr UTC',
}
