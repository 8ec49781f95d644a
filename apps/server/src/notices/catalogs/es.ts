import type { Messages } from '@stillhere/messages'

/** What devices show, in Spanish. */
export const messages: Messages = {
  '{asker} asks for your approval': '{asker} pide tu aprobación',
  'You can approve or deny it until {time} UTC. If you did not expect this, deny it.':
    'Puedes aprobarlo o rechazarlo hasta las {time} UTC. Si no lo esperabas, recházalo.',
  'Your {streakDays}-day streak ends today': 'Tu racha de {streakDays} días termina hoy',
  'Scan before midnight UTC to keep it. You can turn reminders off in My node, Notices.':
    'Escanea antes de la medianoche UTC para mantenerla. Puedes desactivar los recordatorios en Mi nodo, Avisos.',
}
