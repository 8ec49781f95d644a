import { signal } from '@preact/signals'
import type { OutputOf } from '@stillhere/client/http'

/** How a person moves, sealed by the service. */
export type Enrollment = OutputOf<'enrollPerson'>

type Kept = { nodeHandle: string; enrollment: Enrollment }

const KEY = 'stillhere-enrollment'

/**
 * The enrollment that this browser keeps, of one node at a time. It is in localStorage, unlike the token: it must outlive the
 * tab, or everybody would enroll before every scan. It signs nobody in and cannot be turned back into motion, but it tells a
 * person's hand from others, so it stays on this device, is tied to the public handle and not to an address, and one press
 * forgets it. IndexedDB would hide it from nobody and be slower to read.
 */
const kept = signal<Kept | null>(attempt(() => parseKept(localStorage.getItem(KEY))) ?? null)

/** The enrollment of a node, or null where there is none that still holds. */
export function findEnrollment(nodeHandle: string, now: number): Enrollment | null {
  const { value } = kept
  return value?.nodeHandle === nodeHandle && Date.parse(value.enrollment.expires_at) > now ? value.enrollment : null
}

export function keepEnrollment(nodeHandle: string, enrollment: Enrollment): void {
  kept.value = { nodeHandle, enrollment }
  attempt(() => localStorage.setItem(KEY, JSON.stringify(kept.peek())))
}

export function forgetEnrollment(): void {
  kept.value = null
  attempt(() => localStorage.removeItem(KEY))
}

/** Goes with a node that has a new handle. */
export function renameEnrollment(from: string, to: string): void {
  const before = kept.peek()
  if (before?.nodeHandle === from) keepEnrollment(to, before.enrollment)
}

/** Goes with a node that is erased; another node's stays. */
export function forgetNodeEnrollment(nodeHandle: string): void {
  if (kept.peek()?.nodeHandle === nodeHandle) forgetEnrollment()
}

/** What was kept, or null for anything else that may stand there. The service looks at the seal. */
export function parseKept(text: string | null): Kept | null {
  const value: unknown = JSON.parse(text ?? 'null')
  const { nodeHandle, enrollment }: { nodeHandle?: unknown; enrollment?: unknown } = Object(value)
  const { seal, expires_at: end, signature }: Partial<Record<keyof Enrollment, unknown>> = Object(enrollment)
  const { version }: { version?: unknown } = Object(signature)
  const isWhole = [nodeHandle, seal, end, version].every((part) => typeof part === 'string')
  return isWhole ? (value as Kept) : null
}

// A browser may forbid storage altogether; then the enrollment lives as long as the page.
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
