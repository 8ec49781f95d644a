/** Why a link shows no receipt. */
export type Obstacle = 'malformed' | 'gone' | 'wrong_key' | 'unreadable' | 'insecure'

/** What the page says. */
export const WORDS = {
  title: 'A receipt',
  opening: 'Opening the receipt…',
  claims: (sentence: string) => `It says: ${sentence}`,
  private: 'It was opened and checked in your browser. The service stores it encrypted and can’t read it.',
  copyLabel: 'Link to this receipt',
  share: 'Share',
  download: 'Download',
  print: 'Print',
  details: 'Every check',
  save: 'Save on this device',
  saved: 'Saved on this device.',
  qrTitle: 'Open it on another device',
  qrText: 'Point a camera at the code. It holds the whole link, key included.',
  qrLabel: 'QR code of the link to this receipt',
  verifyOther: 'Check another receipt',
  drop: 'Drop it to check it',
} as const

/** What keeps a receipt from being shown, and what to do. */
export const OBSTACLES: Readonly<Record<Obstacle, { title: string; advice: string }>> = {
  malformed: {
    title: 'This link is incomplete.',
    advice: 'It may have been cut off on its way. Ask for the whole link, including everything after the # sign.',
  },
  gone: {
    title: 'There’s no receipt at this address.',
    advice: 'Whoever it belongs to may have ended the link. Ask them for a new one, or for the file.',
  },
  wrong_key: {
    title: 'This receipt can’t be opened with this link.',
    advice: 'The key in the link is wrong, or what the service keeps was changed. Ask for the link again.',
  },
  unreadable: {
    title: 'What’s stored here isn’t a receipt.',
    advice: 'The key fits, but there’s no receipt inside. Ask whoever gave you the link.',
  },
  insecure: {
    title: 'This page isn’t secure.',
    advice: 'Receipts can be opened over https only. Change the address to https and try again.',
  },
}
