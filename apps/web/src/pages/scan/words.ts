import type { OwnWords } from '@stillhere/client/element'
import { say } from '../../words/speak.ts'

/** Texts of the page around the element. */
export const PAGE_WORDS = {
  title: say('Scan'),
  lead: say('Six arrows, ten seconds, one receipt.'),
  phoneTitle: say('Continue on your phone'),
  phoneText: say(
    'Point your phone’s camera at this code. You’ll sign in there once; an enrollment stays on the device it was made on.',
  ),
  forgotten: say('Your enrollment is forgotten.'),
  leave: say('A scan is running. Leave anyway? What you did so far is lost.'),
} as const

/** Texts before a scan: the purpose of the scan. */
export const INTROS: Readonly<Record<Purpose, { title: string; text: string }>> = {
  enroll: {
    title: say('First, teach Stillhere how you move'),
    text: say(
      'Four short steps: three rounds of six arrows, then your first scan. The result is sealed and stays on this device.',
    ),
  },
  verify: {
    title: say('Ready when you are'),
    text: say(
      'Six new arrows, one scan. The service compares it with your enrollment, signs the receipt, and your node grows.',
    ),
  },
  local: {
    title: say('Try it without a node'),
    text: say('No motion leaves this browser. The receipt says that this page saw motion like a person’s.'),
  },
}

/** Three rounds and the first scan; a round that the person adds is no step of its own. */
const STEPS = 4

/** Texts of the element for each purpose, where this site is more specific. */
export const WORDS: Readonly<Record<Purpose, OwnWords>> = {
  enroll: {
    start: say('Start (about 1 minute)'),
    again: say('Enroll again'),
    capture: (round) => (round < STEPS ? describeStep(round) : say('Extra round')),
  },
  verify: {
    done: say('Scan accepted'),
    countedPass: say(
      'Presence, the arrows, and that you move as you did when you enrolled. The service checked all three and signed.',
    ),
  },
  local: { countedPass: say('Presence and the arrows. Both were checked in this browser, and no motion left it.') },
}

/** The scan element's texts for a check of a site and for an approval. */
export const TARGET_WORDS: Readonly<Record<'check' | 'approval', OwnWords>> = {
  check: { start: say('Confirm with a scan') },
  approval: { start: say('Approve with a scan') },
}

/** The scan element's texts for an enrollment after a check, which no scan follows. */
export const REMEMBER_WORDS: OwnWords = { start: say('Start (about 1 minute)'), again: say('Enroll again') }

/** The scan element's texts for the scan that follows an enrollment at once, as its last step. */
export const LAST_STEP: OwnWords = { step: describeStep(STEPS) }

function describeStep(number: number): string {
  return say('Step {number} of {count}', { number, count: STEPS })
}

/** Texts after an enrollment. */
export const ENROLLED_WORDS = {
  kept: say('The seal is kept in this browser. Your motion was discarded.'),
  next: say('Take a breath. {step}: your first scan. Six new arrows, once, about ten seconds.', {
    step: describeStep(STEPS),
  }),
  start: say('Scan now'),
} as const

/** Texts after a scan. */
export const SCANNED_WORDS = {
  practisedLittle: say('Wait for each arrow, then move the pointer along it, or press the arrow keys.'),
  practised: say('Now you know how a scan goes.'),
  ofService: say('Signed by this service. Anyone can check it without asking us.'),
  ofBrowser: say('Signed by this browser. Anyone can check it without asking us.'),
  selfSigned: say(
    'This browser signed the receipt with its own key. It shows that a scan works and what this page saw. When something is at stake, people ask for a receipt signed by the service.',
  ),
  verify: say('Verify it'),
  join: say('Join'),
} as const

/** The purpose of a scan: to enroll the person of a node, to verify them, or to sign with this browser's key. */
export type Purpose = 'enroll' | 'verify' | 'local'

/**
 * Selects the purpose of a scan: `local` without a sign-in, `enroll` before there is an enrollment, `verify` after that. Pass
 * `isSignedIn` as true also for scans with a target, such as a check.
 */
export function selectPurpose(isSignedIn: boolean, isEnrolled: boolean): Purpose {
  if (!isSignedIn) return 'local'
  return isEnrolled ? 'verify' : 'enroll'
}
