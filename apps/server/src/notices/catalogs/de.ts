import type { Messages } from '@stillhere/messages'

/** What devices show, in German. */
export const messages: Messages = {
  '{asker} asks for your approval': '{asker} bittet um deine Freigabe',
  'You can approve or deny it until {time} UTC. If you did not expect this, deny it.':
    'Du kannst bis {time} Uhr UTC freigeben oder ablehnen. Wenn du das nicht erwartet hast, lehne ab.',
  'Your {streakDays}-day streak ends today': 'Deine Serie von {streakDays} Tagen endet heute',
  'Scan before midnight UTC to keep it. You can turn reminders off in My node, Notices.':
    'Scanne vor Mitternacht UTC, um sie zu behalten. Erinnerungen kannst du unter Mein Knoten, Benachrichtigungen abschalten.',
}
