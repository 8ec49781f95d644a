import type { Direction } from '@stillhere/engine'
import type { ScanErrorKind } from '../capture/scan-error.ts'
import type { LiveParts } from '../live/engine-worker.ts'
import type { Sighting } from './sighting.ts'

/** Every text of the element; a page replaces any of them through its `words` property. */
export type ScanWords = typeof ENGLISH & {
  /** What is said in place of the scan's own words for a stroke. */
  strokes: Partial<Record<Direction, string>>
  /** What is said in place of the scan's own hint. */
  hint: (hint: string) => string
  /** What is said in place of a failure's own advice. */
  advice: Partial<Record<ScanErrorKind, string>>
}

const failures: Record<ScanErrorKind, string> = {
  unsupported: 'No motion sensors here',
  insecure_page: 'This page is not secure',
  permission_denied: 'Motion sensors are not allowed',
  permission_revoked: 'The permission was taken back',
  sensor_silent: 'The sensors stayed silent',
  page_hidden: 'The page went out of sight',
  busy: 'Another scan is running',
  aborted: 'The scan was stopped',
  insufficient_signal: 'Too little motion to judge',
  not_alive: 'The motion was not like a person’s',
  challenge_missed: 'The arrows were not all followed',
  vetoed: 'The motion did not look lived',
  service_unreachable: 'The service cannot be reached',
  service_refused: 'The service did not accept the scan',
  key_unavailable: 'No place to keep a signing key',
  camera_failed: 'The camera did not help',
}

const parts: Record<keyof LiveParts, string> = {
  microTiming: 'Timing',
  noiseResidual: 'Tremor',
  freqEntropy: 'Rhythm',
  bioPerturb: 'Body',
}

const ENGLISH = {
  start: 'Scan',
  intro: 'Hold the phone in one hand. Six arrows will show you which way to move it. It takes about twenty seconds.',
  introPractice: 'Practice with the mouse, a finger or the arrow keys. It shows how a scan goes, and proves nothing.',
  cancel: 'Stop',
  stopped: 'Stopped. Nothing was kept.',
  asking: 'Allow motion, if you are asked',
  preparing: 'Getting ready',
  countdown: 'Hold still',
  capturing: 'Follow the arrows',
  judging: 'Looking at what was felt',
  signing: 'Signing',
  stroke: (index: number, of: number) => `Arrow ${index} of ${of}`,
  practice: 'Practice',
  secondsLeft: (seconds: number) => (seconds === 1 ? '1 second left' : `${seconds} seconds left`),
  presence: 'Presence',
  waiting: 'waiting for motion',
  parts,
  done: 'You were here',
  donePractice: 'Practice is over',
  seen: 'Seen',
  seenMotion: (seconds: string) => `${seconds} s of motion`,
  seenStrokes: (clear: number, of: number) => `${clear} of ${of} arrows followed clearly`,
  seenPresence: (score: string) => `presence ${score}, and 0.50 is needed`,
  seenCamera: (score: string) => `camera and sensors agree to ${score}`,
  seenNothing: 'too little to judge',
  counted: 'Counted',
  countedPass: 'Presence and the arrows. Both were enough.',
  countedPractice: 'Nothing. A pointer is no evidence of a person.',
  checked: 'Checked',
  checkedValid: (until: string) => `Signature, evidence and times hold. Valid until ${until}.`,
  signedBy: 'Signed by',
  meantFor: 'Meant for',
  copy: 'Copy receipt',
  copied: 'Copied',
  notCopied: 'Copying is not allowed here; save it instead',
  save: 'Save receipt',
  show: 'Show the receipt',
  again: 'Scan again',
  failures,
  next: 'What to do',
  retry: 'Try again',
  wait: (seconds: number) => `Try again in ${seconds} s`,
  giveUp: 'Trying again here will not help.',
  back: 'Back',
  tryPractice: 'Practise with the pointer',
  expired: 'The receipt has expired',
  expiredAdvice: 'Scan again for a fresh one.',
  required: 'Scan before you go on.',
  requiredPractice: 'Practice does not count. Scan on a phone before you go on.',
}

/** The English words with a page's own in their place. */
export function wordsWith(own: Partial<ScanWords>): ScanWords {
  const plain = { ...ENGLISH, strokes: {}, hint: (hint: string) => hint, advice: {}, ...own }
  return { ...plain, parts: { ...parts, ...own.parts }, failures: { ...failures, ...own.failures } }
}

/** What was seen, in one line. */
export function sightingWords({ presence, strokes, coupling }: Sighting, words: ScanWords): string[] {
  const said = [
    strokes && words.seenStrokes(strokes.clear, strokes.of),
    presence === null ? null : words.seenPresence(presence.toFixed(2)),
    coupling === null ? null : words.seenCamera(coupling.toFixed(2)),
  ].filter((line) => line !== null)
  return said.length > 0 ? said : [words.seenNothing]
}

/** A message as a sentence: it begins large and ends with a full stop. */
export function sentence(message: string): string {
  const begun = message.charAt(0).toUpperCase() + message.slice(1)
  return message === '' || /[.!?…]$/.test(begun) ? begun : `${begun}.`
}
