import { readPresencePolicy } from '../presence-policy.ts'
import type { EvidenceBlock } from '../receipt.ts'
import { ENGLISH, type Voice } from './voice.ts'

/** Explains level 1, wherever a result is explained. No level excludes a program: passkeys and hardware say whose key signed, not what moved. */
export const LEVEL_ONE_WORDS =
  'The motion looks like that of a person and answers a fresh challenge. A program can produce such motion.'

/** Returns what a receipt shows of a presence, by the assurance that its issuer states; without one no more than level 1. */
export function describeAssurance(receipt: { evidence: EvidenceBlock[] }, voice: Voice = ENGLISH): string {
  const { say } = voice
  const policy = readPresencePolicy(receipt)
  const levelOne = voice.say(LEVEL_ONE_WORDS)
  if (policy === null) return `${say('Its issuer states no level, so no more than level 1.')} ${levelOne}`
  const levels = {
    0: say(
      'Level 0, another way. The person’s passkey signed. No motion was asked for, so no hand is shown to have moved.',
    ),
    1: `${say('Level 1, motion.')} ${levelOne}`,
    2: say(
      'Level 2, live. The motion was made in real time, and a passkey signed this scan. A program can produce such motion.',
    ),
    3: say(
      'Level 3, device. As level 2, and the hardware that holds the passkey proved itself. A program can still produce the motion.',
    ),
  } as const
  const who = policy.registered
    ? say('A registered node stands behind it.')
    : say('No registered node stands behind it.')
  const stated = `${levels[policy.assurance]} ${who}`
  return policy.test ? `${say('For tests only: it proves nothing. It states:')} ${stated}` : stated
}
