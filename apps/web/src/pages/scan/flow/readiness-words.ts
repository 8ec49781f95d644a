/** Whether this device can scan. */
export const READINESS_WORDS = {
  ready: 'Ready to scan: secure connection, motion sensor working, permission granted',
  asks: 'Almost ready: secure connection, motion sensor found. Your browser asks for permission when you start.',
  looking: 'Checking the motion sensor…',
  insecure: 'Not ready: this page isn’t secure. Open it over https.',
  denied: 'Not ready: your browser blocks motion for this site. Press Scan to see how to allow it.',
  silent: 'Not ready: the motion sensor isn’t responding. Try this on a phone.',
  none: 'Not ready: there’s no motion sensor here. Try this on a phone.',
} as const

/** Whose scan it will be. */
export const OWNER_WORDS = {
  nobody: 'You’re not signed in. The receipt will be signed by this browser.',
  notEnrolled: (handle: string) => `Signed in as ${handle}. Not enrolled on this device yet.`,
  enrolled: (handle: string, until: string) => `Signed in as ${handle}. Enrolled on this device until ${until}.`,
} as const
