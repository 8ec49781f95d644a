import type { OutputOf } from '@stillhere/client/http'
import { isCodeName, splitCode } from '@stillhere/client/receipt/view'
import type { Say } from '@stillhere/messages'
import { type ComponentChildren, h } from 'preact'

// The service renders this file into documents, and Node reads no JSX.

type AskedApproval = OutputOf<'listApprovals'>['approvals'][number]

/** The site or agent that asks for an approval. */
export type Asker = AskedApproval['asker']

/** The facts of a check that its page shows. The service writes them into the document. */
export type CheckFacts = {
  kind: 'check'
  id: string
  site: string
  origin: string
  /** The audience of the receipt: the first origin of the site. */
  audience: string
  action: string
  details: string | Record<string, string> | null
  assurance: 1 | 2 | 3
  /** The site also accepts a mailed code. */
  otherWay: boolean
  /** The receipt contains the key of the person who signs. */
  approverKey: boolean
  /** The site also accepts a first visit: a scan by a person who isn't enrolled. */
  takesFirstVisit: boolean
  /** A page of the site started the check, and this page must prove that it was opened from there. */
  fromPage: boolean
  test: boolean
  status: 'open' | 'passed' | 'failed' | 'expired'
}

/**
 * The facts of an approval that its page shows. The service writes them into the document. Anyone with the link can read them, so they don't name
 * the approvers.
 */
export type ApprovalFacts = Pick<
  AskedApproval,
  | 'id'
  | 'status'
  | 'digest'
  | 'binding_message'
  | 'language'
  | 'method'
  | 'assurance'
  | 'expires_at'
  | 'test'
  | 'asker'
  | 'need'
> & {
  kind: 'approval'
  /** The RFC 8785 form of the action. Its SHA-256 is the digest, which the person's key signs. */
  text: string
  other_way: boolean
  people: number
}

type ApprovalAction = AskedApproval['action']

/** Parses the action of an approval from its signed text. */
export const readAction = ({ text }: ApprovalFacts) => JSON.parse(text) as ApprovalAction

export type RequestFacts = CheckFacts | ApprovalFacts

type AskProps<Facts> = {
  facts: Facts
  say: Say
  /** The time at which an open approval expires, in the reader's time zone. */
  until?: ComponentChildren
}

/**
 * Shows the heading and the facts of a check or an approval: who asks, and for exactly which action. The service renders it into the document
 * first, and the page renders the same markup. `say` translates, and `until` is the time at which an open approval expires.
 */
export function Ask({ facts, say, until }: AskProps<RequestFacts>): ComponentChildren {
  const who =
    facts.kind === 'check'
      ? say('{site} asks you to confirm', { site: facts.site })
      : say('{asker} asks you to approve:', { asker: describeAsker(facts.asker, say) })
  const summary = facts.kind === 'check' ? facts.action : readAction(facts).summary
  return h(
    'section',
    { class: 'check-ask' },
    h(
      'h1',
      { tabIndex: -1 },
      h('span', { class: 'check-who' }, who),
      ' ',
      h('bdi', { class: 'check-action' }, summary),
    ),
    facts.kind === 'check' ? drawCheck(facts, say) : drawApproval({ facts, say, until }),
    facts.test && h('p', { class: 'check-test' }, say('This is a test. It proves nothing, so don’t rely on it.')),
  )
}

function drawCheck({ origin, details, approverKey }: CheckFacts, say: Say): ComponentChildren {
  return [
    h('p', { class: 'check-origin' }, say('For'), ' ', h('strong', null, origin)),
    drawDetails(details),
    approverKey && h('p', { class: 'small' }, say('This site gets a key of yours, by which it recognizes you.')),
  ]
}

function drawApproval({ facts, say, until }: AskProps<ApprovalFacts>): ComponentChildren {
  const { binding_message: message, language, need, people } = facts
  const action = readAction(facts)
  return [
    h('p', { class: 'approve-type' }, say('Type:'), ' ', h('code', null, action.type)),
    drawDetails(action.details ?? null),
    h(
      'p',
      { class: 'approve-compare' },
      say('Compare with the six words the asker shows:'),
      ' ',
      h('strong', { lang: language }, message),
    ),
    people > 1 && h('p', null, say('{need} of {people} people must approve this.', { need, people })),
    until && h('p', { class: 'approve-until' }, say('Open until'), ' ', until),
  ]
}

/** Renders the asker's details: a text, or names and values. */
function drawDetails(details: CheckFacts['details']): ComponentChildren {
  if (details === null) return null
  if (typeof details === 'string') return h('p', { class: 'check-details' }, h('bdi', null, details))
  const pairs = Object.entries(details).map(([name, value]) =>
    h('div', null, h('dt', null, h('bdi', null, name)), h('dd', null, drawValue(name, value))),
  )
  return h('dl', { class: 'check-details' }, ...pairs)
}

// Escapes are marked: code may hold the same letters.
function drawValue(name: string, value: string): ComponentChildren {
  if (!isCodeName(name)) return h('bdi', null, value)
  const parts = splitCode(value).map(({ text, isEscape }) => (isEscape ? h('mark', null, text) : text))
  return h('code', { dir: 'ltr' }, ...parts)
}

/** Returns the name of an asker for people: a site with its origin, an agent with its origin and its operator if known. `say` translates. */
export function describeAsker({ kind, name, origin, operator }: Asker, say: Say): string {
  if (kind === 'site') return `${name} (${origin})`
  return operator === null
    ? say('{name} (agent of {origin})', { name, origin })
    : say('{name} (agent of {origin}, operated by {operator})', { name, origin, operator })
}

/** Returns the document title for a check or an approval: who asks, and for which action. */
export function describeTitle(facts: RequestFacts, say: Say): string {
  if (facts.kind === 'check') return `${facts.site}: ${facts.action}`
  return say('{asker} asks: {summary}', { asker: describeAsker(facts.asker, say), summary: readAction(facts).summary })
}

/**
 * Returns the sentence about the state of a check or an approval that the service writes into the document. It is shown until the page's script
 * has rendered; for an open request it says to wait.
 */
export function describeStatus({ kind, status }: RequestFacts, say: Say): string {
  if (status === 'open') return say('One moment…')
  if (status === 'passed') return say('This check is done.')
  if (status === 'failed') return say('This check has ended.')
  if (status === 'granted') return say('This was approved.')
  if (status === 'denied') return say('This was denied.')
  return kind === 'check' ? say('This check has expired.') : say('This has expired.')
}

/** Returns the title and the heading of the page for a check or an approval that doesn't exist. */
export function describeMissing(kind: RequestFacts['kind'], say: Say): { title: string; heading: string } {
  return kind === 'check'
    ? { title: say('Check not found'), heading: say('This check doesn’t exist') }
    : { title: say('Approval not found'), heading: say('This approval doesn’t exist') }
}
