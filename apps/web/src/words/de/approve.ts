import type { Messages } from '@stillhere/messages'

/** The page Approve in German. */
export const messages: Messages = {
  'This page doesn’t show what you were asked for': 'Diese Seite zeigt nicht, worum du gebeten wurdest',
  'Nothing was approved. Reload the page and read it again.':
    'Nichts wurde freigegeben. Lade die Seite neu und lies sie noch einmal.',
  'This needs a passkey of your node': 'Dafür brauchst du einen Passkey deines Knotens',
  'Nothing was approved. Reload the page; it says how to add a passkey.':
    'Nichts wurde freigegeben. Lade die Seite neu; sie zeigt, wie du einen Passkey hinzufügst.',
  'This session is over.': 'Diese Sitzung ist beendet.',
  'Its token was revoked, or the node is gone. Sign in again to decide; you come back here afterwards.':
    'Das Token wurde widerrufen, oder den Knoten gibt es nicht mehr. Melde dich wieder an, um zu entscheiden; danach kommst du hierher zurück.',
  '{time} left': 'noch {time}',
  'The link may be incomplete or old. What your node was asked for is listed under My node.':
    'Der Link ist vielleicht unvollständig oder alt. Worum dein Knoten gebeten wurde, steht unter Mein Knoten.',
  Deny: 'Ablehnen',
  'Deny, and don’t let them ask again': 'Ablehnen und nicht mehr fragen lassen',
  'Approve starts a scan: six arrows, about ten seconds, phone in one hand. Then you unlock your passkey, which signs it.':
    'Freigeben startet einen Scan: sechs Pfeile, etwa zehn Sekunden, das Handy in einer Hand. Danach entsperrst du deinen Passkey, der ihn signiert.',
  'Approve starts a scan: six arrows, about ten seconds, phone in one hand.':
    'Freigeben startet einen Scan: sechs Pfeile, etwa zehn Sekunden, das Handy in einer Hand.',
  'Can’t move a phone? You can deny without a scan. Approving without one isn’t possible yet.':
    'Du kannst kein Handy bewegen? Ablehnen geht ohne Scan. Freigeben geht ohne Scan noch nicht.',
  'Sign in to decide': 'Melde dich an, um zu entscheiden',
  'Only the node that was asked can approve or deny. Sign in with its email address; you come back here afterwards.':
    'Nur der gefragte Knoten kann freigeben oder ablehnen. Melde dich mit seiner E-Mail-Adresse an; danach kommst du hierher zurück.',
  'Your node was not asked for this.': 'Dein Knoten wurde nicht darum gebeten.',
  'You’re signed in as {handle}. Only the node that was asked can approve or deny. Sign in as that one, or close this page.':
    'Du bist als {handle} angemeldet. Nur der gefragte Knoten kann freigeben oder ablehnen. Melde dich als dieser an oder schließe die Seite.',
  'Sign in as another node': 'Als anderer Knoten anmelden',
  'To approve, add a passkey first': 'Zum Freigeben zuerst einen Passkey hinzufügen',
  'This needs level {level}: a scan in real time, signed by a passkey of your node, and your node has none that can sign. Denying needs no passkey.':
    'Das braucht Stufe {level}: einen Scan in Echtzeit, signiert von einem Passkey deines Knotens, und dein Knoten hat keinen, der signieren kann. Ablehnen geht ohne Passkey.',
  'To approve, first teach Stillhere how you move': 'Zum Freigeben zeig Stillhere zuerst, wie du dich bewegst',
  'Four short steps, about one minute: three rounds of six arrows, then the scan that approves. The result is sealed and kept in this browser. Denying needs no scan.':
    'Vier kurze Schritte, etwa eine Minute: drei Runden mit sechs Pfeilen, dann der Scan zum Freigeben. Das Ergebnis wird versiegelt und bleibt in diesem Browser. Ablehnen geht ohne Scan.',
  'Step 4 of 4: the scan that approves. Six new arrows, once.':
    'Schritt 4 von 4: der Scan zum Freigeben. Sechs neue Pfeile, einmal.',
  'Approve on your phone': 'Auf dem Handy freigeben',
  'Approving takes motion sensors. Point your phone’s camera at this code and sign in there as the node that was asked. The link holds no secret.':
    'Zum Freigeben braucht es Bewegungssensoren. Richte die Kamera deines Handys auf diesen Code und melde dich dort als der gefragte Knoten an. Der Link enthält kein Geheimnis.',
  'Approve on this device': 'Auf diesem Gerät freigeben',
  'All your approvals': 'Alle deine Freigaben',
  'You approved this.': 'Du hast das freigegeben.',
  'You denied this.': 'Du hast das abgelehnt.',
  'There’s nothing left to decide here.': 'Hier gibt es nichts mehr zu entscheiden.',
  'Five scans were refused, so this counts as denied.': 'Fünf Scans wurden abgewiesen, das gilt also als abgelehnt.',
  'Nothing was approved. If you want to approve it, have {name} ask again.':
    'Nichts wurde freigegeben. Wenn du es freigeben möchtest, lass {name} noch einmal fragen.',
  'This has expired.': 'Das ist abgelaufen.',
  'Nobody can use it any more. If it still matters, have {name} ask again.':
    'Niemand kann es mehr nutzen. Wenn es noch wichtig ist, lass {name} noch einmal fragen.',
  '{name} has 5 minutes to use it, once.': '{name} hat 5 Minuten, um es einmal zu nutzen.',
  '{name} can’t ask you again. You can change that under My node.':
    '{name} kann dich nicht mehr fragen. Das kannst du unter Mein Knoten ändern.',
  'Nothing was approved. {name} is told that you denied it.':
    'Nichts wurde freigegeben. {name} erfährt, dass du abgelehnt hast.',
  'This was approved before.': 'Das wurde schon freigegeben.',
  'This was denied before.': 'Das wurde schon abgelehnt.',
  'This was decided elsewhere.': 'Das wurde anderswo entschieden.',
  '{name} has 5 minutes to use it, once. It’s told that you approved with a mailed code.':
    '{name} hat 5 Minuten, um es einmal zu nutzen, und erfährt, dass du mit einem Code aus einer E-Mail freigegeben hast.',
  'You can approve this with a code that we mail you. The site learns that nobody moved, and there’s no receipt.':
    'Du kannst das mit einem Code freigeben, den wir dir per E-Mail senden. Die Website erfährt, dass sich niemand bewegt hat, und es gibt keinen Beleg.',
  'Mail another code': 'Neuen Code anfordern',
  'Approve with this code': 'Mit diesem Code freigeben',
}
