import { createFormat } from '../voice/format.ts'
import type { Voice } from '../voice/voice.ts'

/** The direction of an arrow, as `readSighting` tells it, in the language of a voice. */
export function sayDirection(direction: string, { say }: Voice): string {
  const said: Readonly<Record<string, string>> = {
    right: say('right'),
    'up and right': say('up and right'),
    up: say('up'),
    'up and left': say('up and left'),
    left: say('left'),
    'down and left': say('down and left'),
    down: say('down'),
    'down and right': say('down and right'),
  }
  return said[direction] ?? direction
}

type Slip = { form: RegExp; tell: (found: string, voice: Voice) => string }

// The forms of the engine's words, as `readSighting` shortens them. Receipts carry them, so they are read and not made here.
const SLIPS: readonly Slip[] = [
  { form: /^no stroke was seen$/, tell: (_, { say }) => say('no stroke was seen') },
  {
    form: /^begun too late, after ([\d.]+) s$/,
    tell: (seconds, { say, language }) =>
      say('begun too late, after {seconds} s', { seconds: createFormat(language).formatNumber(Number(seconds), 1) }),
  },
  {
    form: /^was not one straight movement from rest, rather (.+)$/,
    tell: (found, { say }) => say('was not one straight movement from rest, rather {direction}', { direction: found }),
  },
  {
    form: /^was mostly towards or away from the person, rather (.+)$/,
    tell: (found, { say }) => say('was mostly toward you or away, rather {direction}', { direction: found }),
  },
  {
    form: /^went between two directions, rather (.+)$/,
    tell: (found, { say }) => say('went between two directions, rather {direction}', { direction: found }),
  },
  { form: /^went (.+) instead$/, tell: (found, { say }) => say('went {direction} instead', { direction: found }) },
  { form: /^went (.+)$/, tell: (found, { say }) => say('went {direction}', { direction: found }) },
]

/** What went wrong with an arrow, as `readSighting` tells it, in the language of a voice. */
export function saySlip(slip: string, voice: Voice): string {
  const known = SLIPS.find(({ form }) => form.test(slip))
  const [, found = ''] = known?.form.exec(slip) ?? []
  return known?.tell(sayDirection(found, voice), voice) ?? slip
}
