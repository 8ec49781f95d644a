import type { Verification } from '@stillhere/contract'
import type { Direction } from '@stillhere/engine'
import type { Pace } from '../capture/progress.ts'
import type { ScanErrorKind } from '../capture/scan-error.ts'
import type { LiveParts } from '../live/engine-worker.ts'
import { permissionHelp } from './permission-help.ts'

/** Every text of the element; a page replaces any of them through its `words` property. */
export type ScanWords = typeof ENGLISH & {
  /** What is said in place of the scan's own hint. */
  hint: (hint: string) => string
  /** What is said in place of a failure's own advice. */
  advice: Partial<Record<ScanErrorKind, string>>
}

type RejectionReason = NonNullable<Verification['rejection_reason']>

const failures: Record<ScanErrorKind, string> = {
  unsupported: 'This device has no motion sensor',
  insecure_page: 'This page isn’t secure enough for motion sensors',
  permission_denied: 'Your browser blocks the motion sensor',
  permission_revoked: 'Permission was withdrawn during the scan',
  sensor_silent: 'The motion sensor isn’t responding',
  page_hidden: 'You left the page during the scan',
  busy: 'Another scan is running',
  aborted: 'The scan was stopped',
  insufficient_signal: 'There wasn’t enough motion to check',
  not_alive: 'We couldn’t tell that a hand was moving the phone',
  challenge_missed: 'Some arrows were missed',
  vetoed: 'The motion looked artificial',
  service_unreachable: 'We couldn’t reach the service',
  service_refused: 'The service didn’t accept this scan',
  key_unavailable: 'This browser can’t keep a signing key',
  camera_failed: 'The camera couldn’t be used',
}

/** Where a service judged and its reason says more than the kind of failure. */
const refusals: Partial<Record<RejectionReason, string>> = {
  test_motion: 'This motion was made for tests',
  replay_detected: 'This motion was used before',
  coupling_failed: 'Camera and sensors disagree',
  device_attestation_failed: 'The passkey wasn’t accepted',
  motion_signature_mismatch: 'That didn’t match how you enrolled',
  below_threshold: 'That match wasn’t strong enough',
  assurance_not_reached: 'The level this needs wasn’t reached',
}

const parts: Record<keyof LiveParts, string> = {
  microTiming: 'Timing',
  noiseResidual: 'Tremor',
  freqEntropy: 'Rhythm',
  bioPerturb: 'Body',
}

const strokes: Record<Direction, string> = {
  right: 'Move right',
  'up-right': 'Move up and right',
  up: 'Move up',
  'up-left': 'Move up and left',
  left: 'Move left',
  'down-left': 'Move down and left',
  down: 'Move down',
  'down-right': 'Move down and right',
}

const paces: Record<Pace, string> = {
  live: 'Live: each arrow came after the motion before it.',
  batch: 'All arrows were known from the start.',
}

/** What helps with a weak part of presence, and with each kind of slip. */
const tips = {
  microTiming: 'Move naturally: no counting, no swinging back and forth.',
  noiseResidual: 'Hold the phone freely in one hand, with your elbow off the table.',
  freqEntropy: 'Make each move quick, then rest for a moment.',
  bioPerturb: 'Move your hand and forearm together. Don’t slide the phone along something.',
  late: 'Start as soon as the arrow lights up. Within a second is fine.',
  missing: 'Make each move brisk and about a hand’s width long.',
  crooked: 'Rest first, make one straight move, then stop and stay there.',
  depth: 'Move sideways or up and down, not toward you or away.',
  wrongWay: 'Follow the arrow as it lies on the screen: up is toward the top edge.',
}

const advice: Partial<Record<ScanErrorKind, string>> = {
  permission_denied: 'Allow motion for this site as shown below, then reload.',
  service_unreachable: 'Check your connection and try again.',
}

const ENGLISH = {
  start: 'Scan',
  intro: 'Hold the phone in one hand, elbow bent, and follow six arrows. It takes about ten seconds.',
  introPractice: 'Practice with a mouse, a finger or the arrow keys. It shows how a scan goes, and proves nothing.',
  distance: 'Move a hand’s width, then stop',
  stage: 'Scan',
  step: '',
  soundOn: 'Sound: on',
  soundOff: 'Sound: off',
  cancel: 'Stop',
  stopped: 'Stopped. Nothing was kept.',
  asking: 'Allow motion if asked',
  preparing: 'Getting ready',
  resting: 'Short break',
  countdown: 'Hold still',
  capturing: 'Follow the arrows',
  judging: 'Checking your motion',
  signing: 'Signing',
  unsent: 'Waiting for a connection',
  goOn: 'Continue now',
  sendAgain: 'Send again',
  keptFor: (seconds: number) => (seconds > 0 ? `It can wait ${seconds} s.` : ''),
  capture: (number: number, of: number) => `Round ${number} of ${of}`,
  stroke: (index: number, of: number) => `Arrow ${index} of ${of}`,
  strokes,
  practice: 'Practice',
  parts,
  done: 'Scan complete',
  donePractice: 'Practice complete',
  enrolled: 'You’re enrolled',
  enrolledFrom: (captures: number, until: string) =>
    `Your ${captures} rounds matched, and the result is sealed. It’s valid until ${until}.`,
  recorded: 'All rounds done',
  seen: 'Seen',
  seenMotion: (seconds: string) => `${seconds} seconds of motion.`,
  seenStrokes: (clear: number, of: number) =>
    clear === of ? `You followed all ${of} arrows.` : `You followed ${clear} of ${of} arrows clearly.`,
  seenStroke: (direction: string, slip: string) => `${direction}: ${slip === '' ? 'followed' : slip}`,
  seenPresence: (percent: string) => `Presence ${percent} (50% needed).`,
  seenCamera: (percent: string) => `Camera and sensors agree: ${percent}.`,
  seenNothing: 'Too little to judge.',
  seenParts: 'Arrow by arrow',
  receiptDetails: 'What this receipt says',
  counted: 'Counted',
  countedPass: 'Presence and the arrows. Both passed.',
  countedPractice: 'Nothing. A pointer proves nothing about a person.',
  checked: 'Checked',
  checkedValid: (until: string) => `Signature, evidence and times are valid. Fresh until ${until}.`,
  signedBy: 'Signed by',
  meantFor: 'Meant for',
  pace: 'Pace',
  paces,
  level: 'Level',
  copy: 'Copy receipt',
  copied: 'Copied',
  notCopied: 'Copying isn’t allowed here. Save it instead.',
  save: 'Save receipt',
  show: 'Show the receipt',
  again: 'Scan again',
  againPractice: 'Practice again',
  failures,
  refusals,
  next: 'What to try',
  tips,
  permissionHelp,
  otherBrowsers: 'Other browsers',
  reload: 'Reload and try again',
  retry: 'Try again',
  wait: (seconds: number) => `Try again in ${seconds} s`,
  giveUp: 'Trying again here won’t help.',
  back: 'Back',
  tryPractice: 'Practice first',
  expired: 'The receipt has expired',
  expiredAdvice: 'Scan again for a fresh one.',
  required: 'Scan before you go on.',
  requiredPractice: 'Practice doesn’t count. Scan on a phone before you go on.',
}

const LISTS = { parts, strokes, failures, refusals, tips, advice, paces }
type ListName = keyof typeof LISTS

/** Words of a page's own: any of them, and any part of each list. */
export type OwnWords = Partial<Omit<ScanWords, ListName>> & { [Name in ListName]?: Partial<ScanWords[Name]> }

/** The English words with a page's own in their place. */
export function wordsWith(own: OwnWords): ScanWords {
  const names = Object.keys(LISTS) as ListName[]
  const lists = Object.fromEntries(names.map((name) => [name, { ...LISTS[name], ...own[name] }]))
  return { ...ENGLISH, hint: (hint: string) => hint, ...own, ...lists } as ScanWords
}

/** A message as a sentence: it begins large and ends with a full stop. */
export function sentence(message: string): string {
  const begun = message.charAt(0).toUpperCase() + message.slice(1)
  return message === '' || /[.!?…]$/.test(begun) ? begun : `${begun}.`
}
