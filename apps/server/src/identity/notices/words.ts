import type { Language } from '@stillhere/messages'
import { createSpeakers } from '../../platform/speakers.ts'
import type { PushText } from '../push/rules.ts'

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
