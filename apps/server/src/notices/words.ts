import type { Language } from '@stillhere/messages'
import type { PushText } from '../push/rules.ts'
import { createSpeakers } from '../speakers.ts'

const speakerOf = createSpeakers('notices')

/** Somebody who asks, and until when they are answered. */
type Asking = { asker: string; path: string; expiresAt: Date }

/** What a device shows: who asks and until when, never what for. */
export function writePushText({ asker, path, expiresAt }: Asking, language: Language): PushText {
  const { say } = speakerOf(language)
  const time = expiresAt.toISOString().slice(11, 16)
  const body = say('You can approve or deny it until {time} UTC. If you did not expect this, deny it.', { time })
  return { title: say('{asker} asks for your approval', { asker }), body, url: path }
}

/** What a device shows on the last day on which a streak can be kept. */
export function writeReminderText(streakDays: number, language: Language): PushText {
  const { say } = speakerOf(language)
  const body = say('Scan before midnight UTC to keep it. You can turn reminders off in My node, Notices.')
  return { title: say('Your {streakDays}-day streak ends today', { streakDays }), body, url: '/scan' }
}
