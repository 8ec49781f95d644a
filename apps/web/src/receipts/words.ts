import type { ProblemWords } from '../parts/problem-words.ts'

/** What people read of receipts that last. */
export const WORDS = {
  title: 'Your receipts',
  lead: 'Every receipt you get is saved here, on this device. No account needed.',
  here: 'On this device',
  saved: 'Saved on this device.',
  notSaved: 'This browser could not save the receipt.',
  notSavedAdvice: 'Save it as a file now. It may be in a private window, or out of space.',
  all: 'Your receipts',
  refused: 'This browser doesn’t let pages keep anything.',
  refusedAdvice: 'It may be a private window. Download each receipt right after its scan.',
  empty: 'No receipts on this device yet.',
  emptyAdvice: 'A scan gives you one: a signed record that others can check. It’s saved here by itself.',
  scan: 'Scan',
  mayForget: 'Browsers can clear what pages keep. For one that matters, get a link or download it.',
  thisBrowser: 'this browser',
  open: 'Open',
  download: 'Download',
  share: 'Share',
  getLink: 'Get a link',
  getLinkTitle: 'Get a link to this receipt?',
  getLinkText:
    'Your browser encrypts the receipt and the service keeps the result. It can’t read it: the key is in the link only. Anybody you give the link to can open it.',
  getLinkDone: 'Your link is ready.',
  link: 'Link',
  copyLink: 'Copy link',
  linkCopied: 'The link is copied.',
  linkNotCopied: 'Your browser doesn’t let pages copy. Open the receipt and copy its address.',
  endLink: 'End the link',
  endLinkTitle: 'End this link?',
  endLinkText: 'The service deletes what it keeps. The receipt stays on this device.',
  endKeptText: 'The service deletes what it keeps. The receipt stays on the device that has it.',
  linkEnded: 'The link has ended.',
  signInForLink: 'Sign in to get a link to a receipt.',
  signIn: 'Sign in',
  insecure: 'Links need a secure page (https).',
  remove: 'Remove',
  removeTitle: 'Remove this receipt from this device?',
  removeText: 'Nobody can give it back to you. Download it first if you might need it.',
  removeLinkText: 'Its link goes on working until you end it. After this, you can end it under My node only.',
  removed: 'The receipt is removed from this device.',
  removeAll: 'Remove all',
  removeAllTitle: 'Remove all receipts from this device?',
  removeAllText: 'Nobody can give them back to you. Links to them go on working until you end them under My node.',
  removedAll: 'All receipts are removed from this device.',
  cancel: 'Cancel',
  keptTitle: 'Links at the service',
  keptText: 'What the service keeps for your links. It can’t read any of it.',
  keptRemoved: 'The link has ended.',
  drop: 'Drop it to check it',
  leftTitle: (count: number) =>
    count === 1 ? '1 receipt stays on this device.' : `${count} receipts stay on this device.`,
  leftText: 'Anybody who uses this browser can see them. On a device that isn’t yours, remove them.',
  leftKeep: 'Keep them',
  leftRemove: 'Remove them',
} as const

/** What the words of the service mean here. */
export const PROBLEMS: ProblemWords = {
  KEPT_RECEIPTS_LIMIT_REACHED: {
    title: 'You have 100 links already.',
    advice: 'End one to get another.',
  },
}

/** Bytes as people read them. */
export function formatSize(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}
