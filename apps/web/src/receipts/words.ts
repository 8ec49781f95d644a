import type { ProblemWords } from '../parts/failure.tsx'
import { formatNumber, say, sayCount } from '../words/speak.ts'

/** Texts about stored receipts. */
export const WORDS = {
  title: say('Your receipts'),
  lead: say('Every receipt you get is saved here, on this device. No account needed.'),
  here: say('On this device'),
  saved: say('The receipt is saved on this device.'),
  notSaved: say('This browser couldn’t save the receipt.'),
  notSavedAdvice: say('Save it as a file now. This may be a private window, or storage may be full.'),
  all: say('Your receipts'),
  refused: say('This browser doesn’t let pages store anything.'),
  refusedAdvice: say('This may be a private window. Download each receipt right after its scan.'),
  empty: say('No receipts on this device yet.'),
  emptyAdvice: say('A scan gives you one: a signed record that others can check. It’s saved here automatically.'),
  scan: say('Scan'),
  mayForget: say('Browsers can clear what pages store. If a receipt matters, get a link or download it.'),
  thisBrowser: say('this browser'),
  open: say('Open'),
  download: say('Download'),
  share: say('Share'),
  getLink: say('Get a link'),
  getLinkTitle: say('Get a link to this receipt?'),
  getLinkText: say(
    'Your browser encrypts the receipt, and the service stores the result without being able to read it: the key is only in the link. Anyone you give the link to can open it.',
  ),
  getLinkDone: say('Your link is ready.'),
  link: say('Link'),
  copyLink: say('Copy link'),
  linkCopied: say('Link copied.'),
  linkNotCopied: say('Your browser doesn’t let pages copy. Open the receipt and copy its address.'),
  endLink: say('End the link'),
  endLinkTitle: say('End this link?'),
  endLinkText: say('The service deletes its copy. The receipt stays on this device.'),
  endKeptText: say('The service deletes its copy. The receipt stays on the device that has it.'),
  linkEnded: say('The link no longer works.'),
  signInForLink: say('Sign in to get a link to a receipt.'),
  signIn: say('Sign in'),
  insecure: say('Links need a secure page (https).'),
  remove: say('Remove'),
  removeTitle: say('Remove this receipt from this device?'),
  removeText: say('You can’t get it back. Download it first if you might need it.'),
  removeLinkText: say('Its link keeps working until you end it. After this, you can only end it under My node.'),
  removed: say('Receipt removed from this device.'),
  removeAll: say('Remove all'),
  removeAllTitle: say('Remove all receipts from this device?'),
  removeAllText: say('You can’t get them back. Links to them keep working until you end them under My node.'),
  removedAll: say('All receipts removed from this device.'),
  cancel: say('Cancel'),
  keptTitle: say('Links at the service'),
  keptText: say('What the service stores for your links. It can’t read any of it.'),
  keptRemoved: say('The link no longer works.'),
  drop: say('Drop it to check it'),
  leftTitle: (count: number) =>
    sayCount(count, '1 receipt stays on this device.', '{count} receipts stay on this device.'),
  leftText: say('Anyone who uses this browser can see them. If this device isn’t yours, remove them.'),
  leftKeep: say('Keep them'),
  leftRemove: say('Remove them'),
} as const

/** Texts for problem codes. */
export const PROBLEMS: ProblemWords = {
  KEPT_RECEIPTS_LIMIT_REACHED: {
    title: say('You already have 100 links.'),
    advice: say('End one to get another.'),
  },
}

/** Formats a number of bytes in kilobytes for people, such as "1.2 KB". */
export function formatSize(bytes: number): string {
  return `${formatNumber(bytes / 1024, 1)} KB`
}
