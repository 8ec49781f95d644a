import type { Direction } from '@stillhere/engine'
import type { Receipt } from '@stillhere/receipt'
import { describeAssurance } from '@stillhere/receipt/view'
import type { Pace } from '../capture/progress.ts'
import type { LiveParts } from '../live/engine-worker.ts'
import { createFormat } from '../voice/format.ts'
import { ENGLISH, type Voice } from '../voice/voice.ts'
import { createFailureWords, createPermissionHelp } from './failure-words.ts'
import { ENOUGH, PART_NAMES, type Sighting } from './sighting.ts'

/** Describes the result of a scan in one to three sentences: arrows followed, presence, camera. If nothing could be judged, returns a sentence that says so. */
export function describeSighting({ presence, strokes, coupling }: Sighting, words: ScanWords): string[] {
  const { formatPercent } = createFormat(words.language)
  const followed = strokes.filter((stroke) => stroke.followed).length
  const said = [
    strokes.length === 0 ? null : words.seenStrokes(followed, strokes.length),
    presence === null ? null : words.seenPresence(formatPercent(100 * presence)),
    coupling === null ? null : words.seenCamera(formatPercent(100 * coupling)),
  ].filter((line) => line !== null)
  return said.length > 0 ? said : [words.seenNothing]
}

/** Lists tips for the person: for the weakest part of a low presence score, and for each kind of mistake in the arrows. Returns an empty list if there is nothing to improve. */
export function listTips(sighting: Sighting, words: ScanWords): string[] {
  return [...listPresenceTips(sighting, words), ...listStrokeTips(sighting, words)]
}

function listPresenceTips({ presence, parts }: Sighting, { tips }: ScanWords): string[] {
  if (presence === null || presence >= ENOUGH) return []
  const [weakest] = PART_NAMES.filter((name) => parts[name] !== undefined).toSorted(
    (one, other) => (parts[one] ?? 1) - (parts[other] ?? 1),
  )
  return weakest ? [tips[weakest]] : []
}

const SLIPS = {
  late: /too late/,
  missing: /no stroke/,
  crooked: /straight/,
  depth: /towards or away/,
  wrongWay: /went/,
} as const

function listStrokeTips({ strokes }: Sighting, { tips }: ScanWords): string[] {
  const slips = Object.keys(SLIPS) as (keyof typeof SLIPS)[]
  return slips.filter((slip) => strokes.some((stroke) => SLIPS[slip].test(stroke.slip))).map((slip) => tips[slip])
}

/** Every text of the element. A page replaces any of them through the `words` property. */
export type ScanWords = ReturnType<typeof createWords>

function createWords(voice: Voice) {
  const { language, knows } = voice
  return {
    ...createScanWords(voice),
    ...createFailureWords(voice),
    permissionHelp: createPermissionHelp(voice),
    /** What the issuer states about the scan. */
    levelText: (receipt: Receipt) => describeAssurance(receipt, voice),
    /** The language of numbers, days and times. */
    language,
    /** The text for a hint of the scan; empty if only the arrow is shown. */
    hint: (hint: string) => (knows(hint) ? voice.say(hint) : ''),
    /** The text for the advice of a failure. */
    adviceText: (advice: string) => voice.say(advice),
    /** The text for the reason of a failure; empty if only the title is shown. */
    reasonText: (reason: string) => (knows(reason) ? voice.say(reason) : formatCountedReason(reason, voice)),
  }
}

/** Creates the texts of a scan, from its button to the receipt. */
function createScanWords(voice: Voice) {
  return {
    ...createStartWords(voice),
    ...createRunWords(voice),
    ...createSightingWords(voice),
    ...createReceiptWords(voice),
    ...createEndWords(voice),
  }
}

function createStartWords({ say }: Voice) {
  return {
    start: say('Scan'),
    intro: say('Hold the phone in one hand, elbow bent, and follow six arrows. It takes about ten seconds.'),
    introPractice: say(
      'Practice with a mouse, a finger or the arrow keys. It shows how a scan goes, and proves nothing.',
    ),
    distance: say('Move a hand’s width, then stop'),
    tryPractice: say('Practice first'),
    required: say('Scan before you go on.'),
    requiredPractice: say('Practice doesn’t count. Scan on a phone before you go on.'),
    expired: say('The receipt has expired'),
    stopped: say('Stopped. Nothing was kept.'),
  }
}

function createRunWords(voice: Voice) {
  const { say } = voice
  return {
    stage: say('Scan'),
    step: '',
    soundOn: say('Sound: on'),
    soundOff: say('Sound: off'),
    cancel: say('Stop'),
    asking: say('Allow motion if asked'),
    preparing: say('Getting ready'),
    resting: say('Short break'),
    countdown: say('Hold still'),
    capturing: say('Follow the arrows'),
    judging: say('Checking your motion'),
    offering: say('One more round makes you easier to recognize'),
    oneMore: say('One more round'),
    enough: say('That’s enough'),
    signing: say('Signing'),
    unsent: say('Waiting for a connection'),
    goOn: say('Continue now'),
    sendAgain: say('Send again'),
    keptFor: (seconds: number) => (seconds > 0 ? say('It can wait {seconds} s.', { seconds }) : ''),
    capture: (number: number, of: number) => say('Round {number} of {count}', { number, count: of }),
    stroke: (index: number, of: number) => say('Arrow {number} of {count}', { number: index, count: of }),
    strokes: formatStrokes(voice),
    practice: say('Practice'),
  }
}

function formatStrokes({ say }: Voice): Record<Direction, string> {
  return {
    right: say('Move right'),
    'up-right': say('Move up and right'),
    up: say('Move up'),
    'up-left': say('Move up and left'),
    left: say('Move left'),
    'down-left': say('Move down and left'),
    down: say('Move down'),
    'down-right': say('Move down and right'),
  }
}

function createSightingWords(voice: Voice) {
  const { say, language } = voice
  return {
    seen: say('Seen'),
    seenMotion: (seconds: string) => say('{seconds} seconds of motion.', { seconds }),
    seenStrokes: (clear: number, of: number) =>
      clear === of
        ? say('You followed all {count} arrows.', { count: of })
        : say('You followed {clear} of {count} arrows clearly.', { clear, count: of }),
    seenStroke: (direction: string, slip: string) =>
      `${formatDirection(direction, voice)}: ${slip === '' ? say('followed') : formatSlip(slip, voice)}`,
    seenPresence: (percent: string) =>
      say('Presence {percent} ({needed} needed).', {
        percent,
        needed: createFormat(language).formatPercent(100 * ENOUGH),
      }),
    seenCamera: (percent: string) => say('Camera and sensors agree: {percent}.', { percent }),
    seenNothing: say('Too little to judge.'),
    seenParts: say('Arrow by arrow'),
    parts: formatParts(voice),
  }
}

/** Translates the direction of an arrow from `readSighting`, such as "up and left". Returns an unknown direction unchanged. */
export function formatDirection(direction: string, { say }: Voice): string {
  const said: Readonly<Record<string, string>> = {
    right: say('right'),
    'up and right': say('up and right'),
    up: say('up'),
    'up and left': say('up and left'),
    left: say('left'),
    'down and left': say('down and left'),
    down: say('down'),
    'down and right': say('down and right'),
  }
  return said[direction] ?? direction
}

type Slip = { form: RegExp; tell: (found: string, voice: Voice) => string }

// The engine's texts after `readSighting` has shortened them. They come from receipts, so they are parsed here.
const MEASURED_SLIPS: readonly Slip[] = [
  { form: /^no stroke was seen$/, tell: (_, { say }) => say('no stroke was seen') },
  {
    form: /^begun too late, after ([\d.]+) s$/,
    tell: (seconds, { say, language }) =>
      say('begun too late, after {seconds} s', { seconds: createFormat(language).formatNumber(Number(seconds), 1) }),
  },
  {
    form: /^was not one straight movement from rest, rather (.+)$/,
    tell: (found, { say }) => say('was not one straight movement from rest, rather {direction}', { direction: found }),
  },
  {
    form: /^was mostly towards or away from the person, rather (.+)$/,
    tell: (found, { say }) => say('was mostly toward you or away, rather {direction}', { direction: found }),
  },
  {
    form: /^went between two directions, rather (.+)$/,
    tell: (found, { say }) => say('went between two directions, rather {direction}', { direction: found }),
  },
  { form: /^went (.+) instead$/, tell: (found, { say }) => say('went {direction} instead', { direction: found }) },
  { form: /^went (.+)$/, tell: (found, { say }) => say('went {direction}', { direction: found }) },
]

/** Translates what went wrong with an arrow (`slip` from `readSighting`), such as "no stroke was seen". Returns an unknown text unchanged. */
export function formatSlip(slip: string, voice: Voice): string {
  const known = MEASURED_SLIPS.find(({ form }) => form.test(slip))
  const [, found = ''] = known?.form.exec(slip) ?? []
  return known?.tell(formatDirection(found, voice), voice) ?? slip
}

function formatParts({ say }: Voice): Record<keyof LiveParts, string> {
  return {
    microTiming: say('Timing'),
    noiseResidual: say('Tremor'),
    freqEntropy: say('Rhythm'),
    bioPerturb: say('Body'),
  }
}

function createReceiptWords(voice: Voice) {
  const { say } = voice
  return {
    done: say('Scan complete'),
    donePractice: say('Practice complete'),
    enrolled: say('You’re enrolled'),
    enrolledFrom: (captures: number, until: string) =>
      say('Your {count} rounds matched, and the result is sealed. It’s valid until {date}.', {
        count: captures,
        date: until,
      }),
    recorded: say('All rounds done'),
    receiptDetails: say('What this receipt says'),
    counted: say('Counted'),
    countedPass: say('Presence and the arrows. Both passed.'),
    countedPractice: say('Nothing. A pointer proves nothing about a person.'),
    checked: say('Checked'),
    checkedValid: (until: string) =>
      say('Signature, evidence and times are valid. Fresh until {time}.', { time: until }),
    signedBy: say('Signed by'),
    meantFor: say('Meant for'),
    pace: say('Pace'),
    paces: formatPaces(voice),
    level: say('Level'),
    copy: say('Copy receipt'),
    copied: say('Copied'),
    notCopied: say('Copying isn’t allowed here. Save it instead.'),
    save: say('Save receipt'),
    show: say('Show the receipt'),
  }
}

function formatPaces({ say }: Voice): Record<Pace, string> {
  return {
    live: say('Live: each arrow came after the motion before it.'),
    batch: say('All arrows were known from the start.'),
  }
}

function createEndWords({ say }: Voice) {
  return {
    again: say('Scan again'),
    againPractice: say('Practice again'),
    next: say('What to try'),
    otherBrowsers: say('Other browsers'),
    reload: say('Reload and try again'),
    retry: say('Try again'),
    wait: (seconds: number) => say('Try again in {seconds} s', { seconds }),
    giveUp: say('Trying again here won’t help.'),
    back: say('Back'),
  }
}

/** Formats a reason that contains a number; empty if there is no text for it. */
function formatCountedReason(reason: string, voice: Voice): string {
  const number = /\d+/.exec(reason)?.[0]
  const text = number === undefined ? reason : reason.replace(number, '{number}')
  return voice.knows(text) ? voice.say(text, { number: Number(number) }) : ''
}

const LISTS = ['parts', 'strokes', 'failures', 'refusals', 'tips', 'advice', 'paces'] as const
type ListName = (typeof LISTS)[number]

/** A page's own texts: any of the element's texts, and any part of each list. */
export type OwnWords = Partial<Omit<ScanWords, ListName>> & { [Name in ListName]?: Partial<ScanWords[Name]> }

/** Returns all texts of the element in the language of `voice`, with the page's own texts (`own`) in place of the element's where there are any. */
export function mergeWords(own: OwnWords, voice: Voice = ENGLISH): ScanWords {
  const said = createWords(voice)
  const lists = Object.fromEntries(LISTS.map((name) => [name, { ...said[name], ...own[name] }]))
  return { ...said, ...own, ...lists } as ScanWords
}

/** Returns a message as a sentence: with a capital letter at the start and a full stop at the end. An empty message stays empty. */
export function formatSentence(message: string): string {
  const begun = message.charAt(0).toUpperCase() + message.slice(1)
  return message === '' || /[.!?…]$/.test(begun) ? begun : `${begun}.`
}
