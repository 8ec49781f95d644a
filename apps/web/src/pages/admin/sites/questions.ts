import type { ButtonKind } from '../../../parts/button.tsx'
import { say } from '../../../words/speak.ts'

/** What an operator does to a site that is there. */
export type SiteVerb =
  | 'add-secret'
  | 'remove-secret'
  | 'disable'
  | 'enable'
  | 'remove'
  | 'new-webhook-secret'
  | 'remove-webhook'

type Question = { title: string; verb: string; words: string; kind: ButtonKind }
type Asked = Omit<Question, 'title'> & { title: (name: string) => string }

/** What is asked before it is done, and what comes of it. */
export function questionOf(verb: SiteVerb, name: string): Question {
  const { title, ...rest } = QUESTIONS[verb]
  return { title: title(name), ...rest }
}

const QUESTIONS: Readonly<Record<SiteVerb, Asked>> = {
  'add-secret': {
    title: (name) => say('Make a second secret for {name}?', { name }),
    verb: say('Make it'),
    words: say('Both work until you remove the older one. Give your server the new one first.'),
    kind: 'main',
  },
  'remove-secret': {
    title: (name) => say('Remove the older secret of {name}?', { name }),
    verb: say('Remove it'),
    words: say('Calls with it are refused at once. The newer one keeps working.'),
    kind: 'danger',
  },
  disable: {
    title: (name) => say('Disable {name}?', { name }),
    verb: say('Disable it'),
    words: say('It can’t ask anyone until you enable it again. Its receipts stay valid.'),
    kind: 'danger',
  },
  enable: {
    title: (name) => say('Enable {name}?', { name }),
    verb: say('Enable it'),
    words: say('It can ask people again.'),
    kind: 'main',
  },
  'new-webhook-secret': {
    title: (name) => say('Make a new webhook secret for {name}?', { name }),
    verb: say('Make it'),
    words: say('The earlier one keeps signing for 24 hours. Give your server the new one within that time.'),
    kind: 'main',
  },
  'remove-webhook': {
    title: (name) => say('Remove the webhook of {name}?', { name }),
    verb: say('Remove it'),
    words: say('The site gets no more events. Its secret, waiting events and their log are permanently deleted.'),
    kind: 'danger',
  },
  remove: {
    title: (name) => say('Remove {name}?', { name }),
    verb: say('Remove it'),
    words: say('Its key and secrets are permanently deleted. Its receipts stay valid.'),
    kind: 'danger',
  },
}
