import type { Direction } from '@stillhere/engine'
import type { Pace } from '../capture/progress.ts'
import type { LiveParts } from '../live/engine-worker.ts'
import { createFormat } from '../voice/format.ts'
import type { Voice } from '../voice/voice.ts'
import { ENOUGH } from './sighting.ts'
import { sayDirection, saySlip } from './slip-words.ts'

/** What the element says of a scan, from its button to the receipt. */
export function sayScan(voice: Voice) {
  return { ...sayStart(voice), ...sayRun(voice), ...saySighting(voice), ...sayReceipt(voice), ...sayEnd(voice) }
}

function sayStart({ say }: Voice) {
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

function sayRun(voice: Voice) {
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
    strokes: nameStrokes(voice),
    practice: say('Practice'),
  }
}

function nameStrokes({ say }: Voice): Record<Direction, string> {
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

function saySighting(voice: Voice) {
  const { say, language } = voice
  return {
    seen: say('Seen'),
    seenMotion: (seconds: string) => say('{seconds} seconds of motion.', { seconds }),
    seenStrokes: (clear: number, of: number) =>
      clear === of
        ? say('You followed all {count} arrows.', { count: of })
        : say('You followed {clear} of {count} arrows clearly.', { clear, count: of }),
    seenStroke: (direction: string, slip: string) =>
      `${sayDirection(direction, voice)}: ${slip === '' ? say('followed') : saySlip(slip, voice)}`,
    seenPresence: (percent: string) =>
      say('Presence {percent} ({needed} needed).', {
        percent,
        needed: createFormat(language).formatPercent(100 * ENOUGH),
      }),
    seenCamera: (percent: string) => say('Camera and sensors agree: {percent}.', { percent }),
    seenNothing: say('Too little to judge.'),
    seenParts: say('Arrow by arrow'),
    parts: nameParts(voice),
  }
}

function nameParts({ say }: Voice): Record<keyof LiveParts, string> {
  return {
    microTiming: say('Timing'),
    noiseResidual: say('Tremor'),
    freqEntropy: say('Rhythm'),
    bioPerturb: say('Body'),
  }
}

function sayReceipt(voice: Voice) {
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
    paces: namePaces(voice),
    level: say('Level'),
    copy: say('Copy receipt'),
    copied: say('Copied'),
    notCopied: say('Copying isn’t allowed here. Save it instead.'),
    save: say('Save receipt'),
    show: say('Show the receipt'),
  }
}

function namePaces({ say }: Voice): Record<Pace, string> {
  return {
    live: say('Live: each arrow came after the motion before it.'),
    batch: say('All arrows were known from the start.'),
  }
}

function sayEnd({ say }: Voice) {
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
