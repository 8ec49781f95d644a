import type { Messages } from '@stillhere/messages'

/** The page Home in German. */
export const messages: Messages = {
  'Show that you’re here.': 'Zeig, dass du da bist.',
  'Hold your phone and follow six arrows. The service judges how it moved and signs a receipt that anyone can check, offline, without asking us.':
    'Nimm dein Handy in die Hand und folge sechs Pfeilen. Der Dienst beurteilt, wie es sich bewegt hat, und signiert einen Beleg, den alle prüfen können, offline und ohne uns zu fragen.',
  'Try a practice round': 'Übungsrunde ausprobieren',
  'Declare an agent': 'Agenten registrieren',
  'A practice round needs nothing: no account, no invite.':
    'Eine Übungsrunde braucht nichts: kein Konto, keine Einladung.',
  'Join with an invite and your email.': 'Tritt mit einer Einladung und deiner E-Mail-Adresse bei.',
  'The first time, teach it how you move: about a minute.':
    'Beim ersten Mal lernt der Dienst, wie du dich bewegst: etwa eine Minute.',
  'Scan: about ten seconds with the phone in your hand. Keep the receipt, and come back tomorrow.':
    'Scanne: etwa zehn Sekunden mit dem Handy in der Hand. Behalte den Beleg und komm morgen wieder.',
  'The network now': 'Das Netzwerk jetzt',
  Humans: 'Menschen',
  'activated nodes': 'aktivierte Knoten',
  declared: 'registriert',
  'Scans that counted': 'Gewertete Scans',
  'today, since midnight UTC': 'heute, seit Mitternacht UTC',
  'Genesis places left': 'Freie Genesis-Plätze',
  'of 100': 'von 100',
  'See the network and the genesis wall': 'Netzwerk und Genesis-Wand ansehen',
  'You’re a human': 'Du bist ein Mensch',
  'No passport, no photo, no name. Motion is judged and discarded; only a digest stays, without you.':
    'Kein Ausweis, kein Foto, kein Name. Bewegung wird beurteilt und verworfen; nur ein Digest bleibt, ohne dich.',
  'What a receipt shows:': 'Was ein Beleg zeigt:',
  'What a scan looks like': 'Wie ein Scan aussieht',
  'You run an agent': 'Du betreibst einen Agenten',
  'Declare its handle, origin and public key.':
    'Registriere sein Handle, seine Herkunft und seinen öffentlichen Schlüssel.',
  'Prove you hold the key.': 'Weise nach, dass du den Schlüssel hast.',
  'Share its card so that others know who they’re talking to.':
    'Teile seine Karte, damit andere wissen, mit wem sie es zu tun haben.',
  'Agents are listed as agents, never as humans.': 'Agenten werden als Agenten geführt, nie als Menschen.',
  'Quickstarts for developers': 'Schnellstarts für Entwickler',
  'You got a receipt': 'Du hast einen Beleg bekommen',
  'Check who signed it, when, and whether anything was changed. It happens in your browser; the receipt isn’t sent anywhere.':
    'Prüfe, wer ihn wann signiert hat und ob etwas verändert wurde. Das passiert in deinem Browser; der Beleg wird nirgendwohin gesendet.',
  'Welcome back, {handle}.': 'Willkommen zurück, {handle}.',
  'Scan today to start a streak.': 'Scanne heute, um eine Serie zu beginnen.',
  'Scan today to keep your streak.': 'Scanne heute, um deine Serie zu halten.',
  'Today counts toward your streak. Come back tomorrow to keep it.':
    'Der heutige Tag zählt für deine Serie. Komm morgen wieder, um sie zu halten.',
  'You’ve made all three scans that count today. Come back tomorrow.':
    'Du hast heute alle drei Scans gemacht, die zählen. Komm morgen wieder.',
  'Scan: {left} left today': 'Scannen: heute noch {left}',
  'Your node today': 'Dein Knoten heute',
  Streak: 'Serie',
  days: { one: 'Tag', other: 'Tage' },
  'Particle level': 'Partikelstufe',
  'of 8': 'von 8',
  'Scans left': 'Scans übrig',
  'today, until midnight UTC': 'heute, bis Mitternacht UTC',
}
