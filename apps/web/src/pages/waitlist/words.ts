import type { OutputOf } from '@stillhere/client/http'
import { say } from '../../words/speak.ts'

/** What the page says. */
export const WORDS = {
  title: say('Ask for an invite'),
  lead: say('No invite yet? Leave your email. The person who runs this service sees it and can let you in.'),
  email: say('Email'),
  emailHint: say('We’ll mail you a link, to be sure that the address is yours.'),
  emailMalformed: say('That doesn’t look like an email address.'),
  ask: say('Mail me a link'),
  sent: say('Check your mail.'),
  sentAdvice: say('Open the link in it to get on the list. Nothing there? Look in the spam folder.'),
  confirmLead: say('One more press, and you’re on the list.'),
  note: say('A note (optional)'),
  noteHint: say('Who are you, or who told you about us? Only the person who runs this service reads it.'),
  noteMalformed: say('One line, at most 200 characters.'),
  join: say('Put me on the list'),
  leave: say('Take me off the list'),
  left: say('You’re off the list.'),
  leftAdvice: say('We’ve deleted your address and your note.'),
  kept: say('We keep your address and note until you join, for 90 days at most.'),
  practice: say('Try a practice round meanwhile'),
  signIn: say('Sign in'),
  another: say('Get a new link'),
  openJoin: say('Join'),
} as const

/** What became of a request, once its link was opened. */
export const OUTCOMES: Readonly<Record<OutputOf<'joinWaitlist'>['state'], { title: string; advice: string }>> = {
  waiting: {
    title: say('You’re on the list.'),
    advice: say('If you’re let in, we’ll mail you an invite. The same link takes you off the list.'),
  },
  invited: {
    title: say('You’ve been invited already.'),
    advice: say('Look for the mail with your invite. Can’t find it? Ask the person who runs this service.'),
  },
  member: {
    title: say('You have a node already.'),
    advice: say('You don’t need an invite: sign in with your email.'),
  },
}

/** What is said where nobody can ask. */
export const NOT_OPEN: Readonly<
  Record<Exclude<OutputOf<'getWaitlist'>['state'], 'open'>, { title: string; advice: string }>
> = {
  closed: {
    title: say('This service takes no requests right now.'),
    advice: say('If you know the person who runs it, ask them for an invite.'),
  },
  not_needed: {
    title: say('You don’t need an invite.'),
    advice: say('Anybody can join this service with an email address.'),
  },
}
