import type { Messages } from '@stillhere/messages'

/** The page Confirm in German. */
export const messages: Messages = {
  'Confirm your application': 'Bewerbung bestätigen',
  'Confirm that the mailbox is yours. The first 50 people to do so become founding testers and get an invite.':
    'Bestätige, dass das Postfach dir gehört. Die ersten 50 werden Gründungstester und bekommen eine Einladung.',
  'From the email': 'Aus der E-Mail',
  'The 43 characters at the end of the link. If you opened the link, they are filled in.':
    'Die 43 Zeichen am Ende des Links. Wenn du den Link geöffnet hast, sind sie schon eingetragen.',
  'Your application is confirmed': 'Deine Bewerbung ist bestätigt',
  'You’re a founding tester.': 'Du gehörst zu den Gründungstestern.',
  'Save your invite code. It’s shown only once and lets one person in.':
    'Bewahre deinen Einladungscode auf: Er wird nur jetzt angezeigt und gilt für eine Person.',
  'Invite code': 'Einladungscode',
  'Join with this invite': 'Mit dieser Einladung beitreten',
  'All 50 places are taken.': 'Alle 50 Plätze sind vergeben.',
  'Try a scan without a node': 'Einen Scan ohne Knoten ausprobieren',
  'We’ve noted that the mailbox is yours, and that you’d like to test.':
    'Wir haben notiert, dass das Postfach dir gehört und dass du testen möchtest.',
}
