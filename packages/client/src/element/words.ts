import type { Receipt } from '@stillhere/receipt'
import { describeAssurance } from '@stillhere/receipt/view'
import { ENGLISH } from '../voice/follow-language.ts'
import type { Voice } from '../voice/voice.ts'
import { sayFailures } from './failure-words.ts'
import { sayPermissionHelp } from './permission-help.ts'
import { sayScan } from './scan-words.ts'

/** Every text of the element; a page replaces any of them through its `words` property. */
export type ScanWords = ReturnType<typeof sayAll>

function sayAll(voice: Voice) {
  const { language, knows } = voice
  return {
    ...sayScan(voice),
    ...sayFailures(voice),
    permissionHelp: sayPermissionHelp(voice),
    /** What the issuer of a receipt states of it. */
    levelText: (receipt: Receipt) => describeAssurance(receipt, voice),
    /** How numbers, days and times are written. */
    language,
    /** What is said in place of the scan's own hint; empty where the arrow has to do. */
    hint: (hint: string) => (knows(hint) ? voice.say(hint) : ''),
    /** What is said in place of the advice that a failure brings. */
    adviceText: (advice: string) => voice.say(advice),
    /** What is said in place of the reason that a failure brings; empty where its title has to do. */
    reasonText: (reason: string) => (knows(reason) ? voice.say(reason) : sayCounted(reason, voice)),
  }
}

/** A reason with a number in it, which is known with the number left out; empty where it is not. */
function sayCounted(reason: string, voice: Voice): string {
  const number = /\d+/.exec(reason)?.[0]
  const text = number === undefined ? reason : reason.replace(number, '{number}')
  return voice.knows(text) ? voice.say(text, { number: Number(number) }) : ''
}

const LISTS = ['parts', 'strokes', 'failures', 'refusals', 'tips', 'advice', 'paces'] as const
type ListName = (typeof LISTS)[number]

/** Words of a page's own: any of them, and any part of each list. */
export type OwnWords = Partial<Omit<ScanWords, ListName>> & { [Name in ListName]?: Partial<ScanWords[Name]> }

/** The words of a language with a page's own in their place. */
export function wordsWith(own: OwnWords, voice: Voice = ENGLISH): ScanWords {
  const said = sayAll(voice)
  const lists = Object.fromEntries(LISTS.map((name) => [name, { ...said[name], ...own[name] }]))
  return { ...said, ...own, ...lists } as ScanWords
}

/** A message as a sentence: it begins large and ends with a full stop. */
export function sentence(message: string): string {
  const begun = message.charAt(0).toUpperCase() + message.slice(1)
  return message === '' || /[.!?…]$/.test(begun) ? begun : `${begun}.`
}
