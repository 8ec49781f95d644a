import { say } from '../../words/speak.ts'

/** Why a link shows no receipt. */
export type Obstacle = 'malformed' | 'gone' | 'wrong_key' | 'unreadable' | 'insecure'

/** What the page says. */
export const WORDS = {
  title: say('A receipt'),
  opening: say('Opening the receipt…'),
  claims: (sentence: string) => say('It says: {sentence}', { sentence }),
  private: say('It was opened and checked in your browser. The service stores it encrypted and can’t read it.'),
  copyLabel: say('Link to this receipt'),
  share: say('Share'),
  download: say('Download'),
  print: say('Print'),
  details: say('All checks'),
  qrTitle: say('Open it on another device'),
  qrText: say('Point a camera at the code. It contains the whole link, including the key.'),
  qrLabel: say('QR code of the link to this receipt'),
  verifyOther: say('Check another receipt'),
  drop: say('Drop it to check it'),
} as const

/** What keeps a receipt from being shown, and what to do. */
export const OBSTACLES: Readonly<Record<Obstacle, { title: string; advice: string }>> = {
  malformed: {
    title: say('This link is incomplete.'),
    advice: say('It may have been cut off. Ask for the whole link, including everything after the # sign.'),
  },
  gone: {
    title: say('There’s no receipt at this address.'),
    advice: say('Its owner may have ended the link. Ask them for a new one, or for the file.'),
  },
  wrong_key: {
    title: say('This receipt can’t be opened with this link.'),
    advice: say('The key in the link is wrong, or the stored copy was changed. Ask for the link again.'),
  },
  unreadable: {
    title: say('What’s stored here isn’t a receipt.'),
    advice: say('The key fits, but there’s no receipt inside. Ask the person who gave you the link.'),
  },
  insecure: {
    title: say('This page isn’t secure.'),
    advice: say('Receipts can only be opened over https. Change the address to https and try again.'),
  },
}
