import { type Receipt, readPresencePolicy } from '@stillhere/receipt'
import type { Voice } from '../voice/voice.ts'

type Policy = NonNullable<ReturnType<typeof readPresencePolicy>>

/** What an issuer states of a scan, as `describeAssurance` of the receipt library tells it in English; empty where it states nothing. */
export function sayLevel(receipt: Receipt, { say }: Voice): string {
  const policy = readPresencePolicy(receipt)
  if (policy === null) return ''
  const levels: Record<Policy['assurance'], string> = {
    0: say(
      'Level 0, another way. The person’s passkey signed. No motion was asked for, so no hand is shown to have moved.',
    ),
    1: say(
      'Level 1, motion. The motion looks like that of a person and answers a fresh challenge. A program can produce such motion.',
    ),
    2: say(
      'Level 2, live. The motion was made in real time, and a passkey signed this scan. A program can produce such motion.',
    ),
    3: say(
      'Level 3, device. As level 2, and the hardware that holds the passkey proved itself. A program can still produce the motion.',
    ),
  }
  const who = policy.registered
    ? say('A registered node stands behind it.')
    : say('No registered node stands behind it.')
  const stated = `${levels[policy.assurance]} ${who}`
  return policy.test ? `${say('For tests only: it proves nothing. It states:')} ${stated}` : stated
}
