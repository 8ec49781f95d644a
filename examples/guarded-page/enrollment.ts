import type { serviceChallenge } from '@stillhere/client'

type Enrollment = Parameters<typeof serviceChallenge>[0]['enrollment']

const NAME = 'stillhere-enrollment'

// The service stores none of it. It is sealed and encrypted, can't sign in, and is useless without the person's motion.
export function keepEnrollment(enrollment: Enrollment): void {
  localStorage.setItem(NAME, JSON.stringify(enrollment))
}

export function keptEnrollment(): Enrollment | null {
  const kept = localStorage.getItem(NAME)
  return kept === null ? null : JSON.parse(kept)
}
