import type { OwnWords } from '@stillhere/client/element'
import type { Purpose } from './purpose.ts'

/** What the page says around the element. */
export const PAGE_WORDS = {
  title: 'Scan',
  lead: 'Six arrows, ten seconds, one receipt.',
  phoneTitle: 'Continue on your phone',
  phoneText:
    'Point your phone’s camera at this code. You’ll sign in there once; an enrollment stays on the device it was made on.',
  haveNode: 'Have a node?',
  signIn: 'Sign in',
  signInText: 'first, and the scan counts for it.',
  forgotten: 'Your enrollment is forgotten.',
  leave: 'A scan is running. Leave anyway? What you did so far is lost.',
} as const

/** Before a scan: what it is for. */
export const INTROS: Readonly<Record<Purpose, { title: string; text: string }>> = {
  enroll: {
    title: 'First, teach Stillhere how you move',
    text: 'Four short steps: three rounds of six arrows, then your first scan. The result is sealed and stays on this device.',
  },
  verify: {
    title: 'Ready when you are',
    text: 'Six new arrows, one scan. The service compares it with your enrollment, signs the receipt, and your node grows.',
  },
  local: {
    title: 'Try it without a node',
    text: 'Everything happens in this browser, and no motion leaves it. The receipt says that this page saw motion like a person’s. Others will ask for one that the service signed.',
  },
}

/** Three rounds and the first scan. */
const STEPS = 4

/** What the element says of a scan for each purpose, where this site knows more than the element does. */
export const WORDS: Readonly<Record<Purpose, OwnWords>> = {
  enroll: {
    start: 'Start (about 1 minute)',
    again: 'Enroll again',
    capture: (round) => describeStep(round),
  },
  verify: {
    done: 'Scan accepted',
    countedPass:
      'Presence, the arrows, and that you move as you did when you enrolled. The service checked all three and signed.',
  },
  local: { countedPass: 'Presence and the arrows. Both were checked in this browser, and no motion left it.' },
}

/** Of a scan for a check of a site, and for an approval. */
export const TARGET_WORDS: Readonly<Record<'check' | 'approval', OwnWords>> = {
  check: { start: 'Confirm with a scan' },
  approval: { start: 'Approve with a scan' },
}

/** Of the scan that follows an enrollment at once: the end of that story. */
export const LAST_STEP: OwnWords = { step: describeStep(STEPS) }

function describeStep(number: number): string {
  return `Step ${number} of ${STEPS}`
}

/** After an enrollment. */
export const ENROLLED_WORDS = {
  kept: 'The seal is kept in this browser. Your motion was discarded.',
  next: `Take a breath. ${describeStep(STEPS)}: your first scan. Six new arrows, once, about ten seconds.`,
  start: 'Scan now',
} as const

/** After a scan. */
export const SCANNED_WORDS = {
  practised: 'Now you know how a scan goes.',
  ofService: 'Signed by this service. Anybody can check it without asking us.',
  ofBrowser: 'Signed by this browser. Anybody can check it without asking us.',
  selfSigned:
    'This browser signed the receipt with its own key. It shows that a scan works and what this page saw. Where something is at stake, people ask for a receipt of the service.',
  verify: 'Verify it',
  node: 'My node',
  join: 'Join',
  done: 'Done',
} as const
