import type { ButtonKind } from '../../../parts/button.tsx'

/** What an operator does to a site that is there. */
export type SiteVerb =
  | 'add secret'
  | 'remove secret'
  | 'disable'
  | 'enable'
  | 'remove'
  | 'new webhook secret'
  | 'remove webhook'

type Question = { title: string; verb: string; words: string; kind: ButtonKind }

/** What is asked before it is done, and what comes of it. */
export function questionOf(verb: SiteVerb, name: string): Question {
  const { title, ...rest } = QUESTIONS[verb]
  return { title: `${title} ${name}?`, ...rest }
}

const QUESTIONS: Readonly<Record<SiteVerb, Question>> = {
  'add secret': {
    title: 'Make a second secret for',
    verb: 'Make it',
    words: 'Both count until you remove the older one: give your server the new one first.',
    kind: 'main',
  },
  'remove secret': {
    title: 'Remove the older secret of',
    verb: 'Remove it',
    words: 'Calls with it are refused at once. The newer one goes on counting.',
    kind: 'danger',
  },
  disable: {
    title: 'Disable',
    verb: 'Disable it',
    words: 'It can ask nobody until you enable it again. Its receipts stay valid.',
    kind: 'danger',
  },
  enable: { title: 'Enable', verb: 'Enable it', words: 'It can ask people again.', kind: 'main' },
  'new webhook secret': {
    title: 'Make a new webhook secret for',
    verb: 'Make it',
    words: 'For 24 hours the earlier one signs, too: give your server the new one within that time.',
    kind: 'main',
  },
  'remove webhook': {
    title: 'Remove the webhook of',
    verb: 'Remove it',
    words: 'The site is told nothing any more. Its secret, the events that wait and their log are gone for good.',
    kind: 'danger',
  },
  remove: {
    title: 'Remove',
    verb: 'Remove it',
    words: 'Its key and its secrets are gone for good. Its receipts stay valid.',
    kind: 'danger',
  },
}
