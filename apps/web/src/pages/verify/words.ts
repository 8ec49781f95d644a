import { say, sayCount } from '../../words/speak.ts'

/** Texts of the page around a receipt. */
export const WORDS = {
  title: say('Verify a receipt'),
  lead: say(
    'Drop a file anywhere, paste a receipt or a link, or scan a code. It’s checked in your browser and never leaves it.',
  ),
  drop: say('Drop it to check it'),
  handIn: say('Check a receipt'),
  field: say('Receipt'),
  hint: say('Paste a receipt or a link. Add several to check them as a chain.'),
  nothing: say('Nothing here yet. Paste a receipt first.'),
  add: say('Add to what’s shown, as a chain'),
  check: say('Check'),
  files: say('Choose files'),
  scanCode: say('Scan a code'),
  scanTitle: say('Scan a code'),
  scanText: say('Point the camera at the QR code of a receipt.'),
  scanBusy: say('Starting the camera…'),
  scanDenied: say('The camera can’t be used. Allow it in your browser’s settings, or paste the link.'),
  scanOther: say('That code holds no receipt. Try another one.'),
  yours: say('Your receipts on this device'),
  claims: (sentence: string) => say('It says: {sentence}', { sentence }),
  print: say('Print'),
  again: say('Check again'),
  clear: say('Clear'),
  waiting: say('Getting this service’s keys and its list of revoked receipts…'),
  pasted: say('Pasted text'),
  linked: say('The receipt in the link'),
} as const

/** Texts about the checks and the parts of a receipt. */
export const RESULT_WORDS = {
  promises: say('What is checked'),
  ready: say('The keys and the list of revoked receipts are here. From now on this also works offline.'),
  notReady: say('We couldn’t get this service’s keys or its list of revoked receipts. Everything else still works.'),
} as const

/** Texts of the options. */
export const OPTION_WORDS = {
  title: say('Options'),
  audience: say('Audience'),
  audienceHint: say('For example https://shop.example. Leave it empty to accept any audience.'),
  at: say('As of'),
  atHint: say('In your local time. Leave it empty for now. Revocation is always checked as of now.'),
  legacy: say('Also check old receipts, whose signature leaves members out'),
  personKeys: say('Keys of the person'),
  personKeysHint: say(
    'The thumbprints of the keys that you know as this person’s, one a line. One of them must have signed. Leave it empty to demand none.',
  ),
  personKeyWrong: say('A thumbprint has 43 characters: letters, digits, - and _.'),
  keys: say('Issuers you trust'),
  keysText: say(
    'This service’s own keys are already trusted. Add those of other issuers; don’t take a key from the receipt itself.',
  ),
  name: say('Name'),
  nameHint: say('Shown only to you. Optional.'),
  key: say('Public key'),
  keyWrong: say('A key has 64 characters: 0 to 9 and a to f.'),
  trust: say('Trust this key'),
  noName: say('No name'),
  remove: say('Remove'),
} as const

/** Reasons why an input contains no receipt. */
export const PROBLEM_WORDS = {
  tooLong: say('This is far longer than any receipt.'),
  elsewhere: (host: string) => say('This link leads to {host}. Open it there.', { host }),
  tooMany: (count: number) =>
    sayCount(count, 'It holds more than {count} receipt.', 'It holds more than {count} receipts.'),
  notJson: (detail: string) => say('The text is not JSON: {detail}', { detail }),
  tooLarge: say('The file is far larger than any receipt.'),
  notText: say('There is no UTF-8 text in this file.'),
  empty: say('The file is empty.'),
} as const

/** Whose key it is, and whether it was revoked. */
export const KNOWN_WORDS = {
  thisService: say('this service'),
  thisBrowser: say('this browser'),
  unknownKey: say('an unknown key'),
  addedKey: say('a key you added'),
  named: (name: string) => say('“{name}”', { name }),
  ownStamp: say('Signed by this browser'),
  ownTitle: say('Unchanged since this browser signed it. No one else vouches for it.'),
  ownAdvice: say('It’s a record for yourself: anyone can create a key, so it proves nothing to others.'),
  soFar: say('Valid so far'),
  soFarAdvice: say('The list of revoked receipts could not be used. Check again when you’re online.'),
  revocationOpen: say('Whether it was revoked is not known.'),
  forgotten: say('It expired so long ago that the list of revoked receipts no longer covers it.'),
  forgottenAdvice: say('If that matters to you, ask for a newer receipt.'),
  hints: {
    earlier: say('To check it as of an earlier time, set that time under “Options”.'),
    keys: say('Add keys under “Options”.'),
    legacy: say('Turn that on under “Options”.'),
    chain: say('Add that one to check the link.'),
  },
} as const
