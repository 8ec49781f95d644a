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
  unsupported: 'There are no motion sensors here',
  insecure_page: 'This page is not secure enough for sensors',
  permission_denied: 'Motion sensors are not allowed',
  permission_revoked: 'The permission was taken back',
  sensor_silent: 'The sensors stayed silent',
  page_hidden: 'The page went out of sight',
  busy: 'Another scan is running',
  aborted: 'The scan was stopped',
  insufficient_signal: 'There was too little motion to judge',
  not_alive: 'We couldn’t tell that a hand was moving the phone',
  challenge_missed: 'Not every arrow was followed',
  vetoed: 'The motion looked artificial',
  service_unreachable: 'The service does not answer',
  service_refused: 'The service did not accept this scan',
  key_unavailable: 'This browser keeps no signing key',
  camera_failed: 'The camera did not help',
}

/** Where a service judged and its reason says more than the kind of failure. */
const refusals: Partial<Record<RejectionReason, string>> = {
  test_motion: 'This motion was made for tests',
  replay_detected: 'This motion was shown before',
  coupling_failed: 'Camera and sensors disagree',
  device_attestation_failed: 'The passkey was not accepted',
  motion_signature_mismatch: 'You moved unlike your enrollment',
  below_threshold: 'The evidence was not strong enough',
  assurance_not_reached: 'The level asked for was not reached',
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
  microTiming: 'Move as you would by nature: no counting, no swinging to and fro.',
  noiseResidual: 'Hold the phone freely in one hand, with the elbow off the table.',
  freqEntropy: 'Let each stroke be one quick move with a short rest after it.',
  bioPerturb: 'Move hand and forearm together, and do not slide the phone along something.',
  late: 'Begin as soon as the arrow lights up; within a second is in time.',
  missing: 'Make each stroke a hand’s width long and brisk.',
  crooked: 'Rest first, then make one straight move, stop, and stay there.',
  depth: 'Move across the screen’s own plane, not towards you.',
  wrongWay: 'Look at the arrow as if it lay on the screen: up is towards its upper edge.',
}

const advice: Partial<Record<ScanErrorKind, string>> = {
  permission_denied: 'Your browser keeps the motion sensors from this page. Allow them as below, then reload.',
  service_unreachable: 'Check your connection and try again.',
}

const ENGLISH = {
  start: 'Scan',
  intro:
    'Hold the phone in one hand, elbow bent. Six arrows show you which way to move it: a hand’s width, then stop. It takes about ten seconds.',
  introPractice: 'Practice with the mouse, a finger or the arrow keys. It shows how a scan goes, and proves nothing.',
  cancel: 'Stop',
  stopped: 'Stopped. Nothing was kept.',
  asking: 'Allow motion, if you are asked',
  preparing: 'Getting ready',
  countdown: 'Hold still',
  capturing: 'Follow the arrows',
  judging: 'Looking at what was felt',
  signing: 'Signing',
  capture: (number: number, of: number) => `Capture ${number} of ${of}`,
  stroke: (index: number, of: number) => `Arrow ${index} of ${of}`,
  strokes,
  practice: 'Practice',
  secondsLeft: (seconds: number) => (seconds === 1 ? '1 second left' : `${seconds} seconds left`),
  presence: 'Presence',
  waiting: 'waiting for motion',
  parts,
  done: 'Scan complete',
  donePractice: 'Practice is over',
  enrolled: 'You are enrolled',
  enrolledFrom: (captures: number, until: string) =>
    `${captures} captures agreed with each other, and what they have in common was sealed. It holds until ${until}.`,
  recorded: 'All rounds are done',
  seen: 'Seen',
  seenMotion: (seconds: string) => `${seconds} s of motion`,
  seenStrokes: (clear: number, of: number) => `${clear} of ${of} arrows followed clearly`,
  seenStroke: (direction: string, slip: string) => `${direction}: ${slip === '' ? 'followed' : slip}`,
  seenPresence: (score: string) => `presence ${score}, and 0.50 is needed`,
  seenCamera: (score: string) => `camera and sensors agree to ${score}`,
  seenNothing: 'too little to judge',
  seenParts: 'Arrow by arrow, part by part',
  counted: 'Counted',
  countedPass: 'Presence and the arrows. Both were enough.',
  countedPractice: 'Nothing. A pointer is no evidence of a person.',
  checked: 'Checked',
  checkedValid: (until: string) => `Signature, evidence and times hold. Valid until ${until}.`,
  signedBy: 'Signed by',
  meantFor: 'Meant for',
  pace: 'Pace',
  paces,
  level: 'Level',
  copy: 'Copy receipt',
  copied: 'Copied',
  notCopied: 'Copying is not allowed here; save it instead',
  save: 'Save receipt',
  show: 'Show the receipt',
  again: 'Scan again',
  againPractice: 'Practise again',
  failures,
  refusals,
  next: 'What to try',
  tips,
  permissionHelp,
  otherBrowsers: 'Other browsers',
  reload: 'Reload and try again',
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
