import { say } from '../../../words/speak.ts'
/** Whether this device can scan. */
export const READINESS_WORDS = {
  ready: say('Ready to scan: secure connection, motion sensor working, permission granted'),
  asks: say('Almost ready: secure connection, motion sensor found. Your browser asks for permission when you start.'),
  looking: say('Checking the motion sensor…'),
  insecure: say('Not ready: this page isn’t secure. Open it over https.'),
  denied: say('Not ready: your browser blocks motion for this site. Press Scan to see how to allow it.'),
  silent: say('Not ready: the motion sensor isn’t responding. Try this on a phone.'),
  none: say('Not ready: there’s no motion sensor here. Try this on a phone.'),
} as const

/** Whose scan it will be. */
export const OWNER_WORDS = {
  nobody: say('You’re not signed in. The receipt will be signed by this browser.'),
  notEnrolled: (handle: string) => say('Signed in as {handle}. Not enrolled on this device yet.', { handle }),
  enrolled: (handle: string, until: string) =>
    say('Signed in as {handle}. Enrolled on this device until {date}.', { handle, date: until }),
} as const
