import type { OwnWords } from '@stillhere/client/element'
import type { Purpose } from './purpose.ts'

/** Before a scan: what it is for. */
export const INTROS: Readonly<Record<Purpose, { title: string; text: string }>> = {
  enroll: {
    title: 'First, let the service learn how you move',
    text: 'You follow the same six arrows three times, about forty seconds in all. What comes of it is sealed by the service and kept on this device. From then on one scan of ten seconds is enough.',
  },
  verify: {
    title: 'Ready when you are',
    text: 'Six new arrows, one scan. The service compares it with your enrollment, signs the receipt, and your node grows.',
  },
  local: {
    title: 'Try it without a node',
    text: 'Arrows, judgment and signature all happen in this browser, and no motion leaves it. The receipt shows that this page saw motion like a person’s. Others will ask for one that the service has signed.',
  },
}

/** What the element says of a scan for each purpose, where this site knows more than the element does. */
export const WORDS: Readonly<Record<Purpose, OwnWords>> = {
  enroll: { start: 'Enroll: three captures', again: 'Enroll again' },
  verify: {
    done: 'Scan accepted',
    countedPass:
      'Presence, the arrows, and that you move as you did when you enrolled. The service judged all three again and signed.',
  },
  local: { countedPass: 'Presence and the arrows. Both were judged in this browser, and no motion left it.' },
}

/** Of a scan for a check of a site, and for an approval. */
export const TARGET_WORDS: Readonly<Record<'check' | 'approval', OwnWords>> = {
  check: { start: 'Confirm with a scan' },
  approval: { start: 'Approve with a scan' },
}
