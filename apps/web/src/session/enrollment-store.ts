import { signal } from '@preact/signals'
import type { OutputOf } from '@stillhere/client/http'

/** How a person moves, sealed by the service. */
export type Enrollment = OutputOf<'enrollPerson'>

type StoredEnrollment = { nodeHandle: string; enrollment: Enrollment }

// People without a node can be enrolled for checks, too. A browser may store both.
const KEYS = { node: 'stillhere-enrollment', guest: 'stillhere-enrollment-without-node' }

/**
 * The enrollments of this browser: of one node, and of one person without a node. They are in localStorage, because they must outlive the tab, or
 * people would enroll before every scan. They can't sign in and can't be turned back into motion, but they distinguish a person's hand from
 * others. So they stay on this device, belong to the public handle and not to an address, and can be deleted with one press. IndexedDB would
 * protect them no better and be slower.
 */
const slots = { node: signal(readSlot('node')), guest: signal(readSlot('guest')) }
const kept = slots.node

/** Finds the enrollment of a node, or of a person without one (null); null if there is no valid one. */
export function findEnrollment(nodeHandle: string | null, now: number): Enrollment | null {
  const { value } = slots[nodeHandle === null ? 'guest' : 'node']
  const isOwn = value?.nodeHandle === (nodeHandle ?? '')
  return isOwn && Date.parse(value.enrollment.expires_at) > now ? value.enrollment : null
}

/** Stores the enrollment of a node, or of a person without one (null). */
export function saveEnrollment(nodeHandle: string | null, enrollment: Enrollment): void {
  const name = nodeHandle === null ? 'guest' : 'node'
  slots[name].value = { nodeHandle: nodeHandle ?? '', enrollment }
  attempt(() => localStorage.setItem(KEYS[name], JSON.stringify(slots[name].peek())))
}

/** Deletes the enrollment of the node in this browser. */
export function deleteEnrollment(): void {
  deleteSlot('node')
}

/** Deletes the enrollment of a person without a node. */
export function deleteGuestEnrollment(): void {
  deleteSlot('guest')
}

function deleteSlot(name: keyof typeof KEYS): void {
  slots[name].value = null
  attempt(() => localStorage.removeItem(KEYS[name]))
}

function readSlot(name: keyof typeof KEYS): StoredEnrollment | null {
  return attempt(() => parseKept(localStorage.getItem(KEYS[name]))) ?? null
}

/** Moves the enrollment of a node to its new handle. */
export function updateEnrollmentHandle(from: string, to: string): void {
  const before = kept.peek()
  if (before?.nodeHandle === from) saveEnrollment(to, before.enrollment)
}

/** Deletes the enrollment of an erased node; that of another node stays. */
export function deleteNodeEnrollment(nodeHandle: string): void {
  if (kept.peek()?.nodeHandle === nodeHandle) deleteEnrollment()
}

/** Parses a stored enrollment; null for anything else. The service verifies its seal. */
export function parseKept(text: string | null): StoredEnrollment | null {
  const value: unknown = JSON.parse(text ?? 'null')
  const { nodeHandle, enrollment }: { nodeHandle?: unknown; enrollment?: unknown } = Object(value)
  const { seal, expires_at: end, signature }: Partial<Record<keyof Enrollment, unknown>> = Object(enrollment)
  const { version }: { version?: unknown } = Object(signature)
  const isWhole = [nodeHandle, seal, end, version].every((part) => typeof part === 'string')
  return isWhole ? (value as StoredEnrollment) : null
}

// A browser may forbid storage; then the enrollment lasts as long as the page.
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
