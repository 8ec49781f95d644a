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

/**
 * Returns the enrollment that this browser stores for a node, or with a null handle for a person without a node. Returns null if there is none or
 * it has expired at `now` (milliseconds since 1970).
 */
export function findEnrollment(nodeHandle: string | null, now: number): Enrollment | null {
  const { value } = slots[nodeHandle === null ? 'guest' : 'node']
  const isOwn = value?.nodeHandle === (nodeHandle ?? '')
  return isOwn && Date.parse(value.enrollment.expires_at) > now ? value.enrollment : null
}

/**
 * Stores the enrollment of a node in this browser, or with a null handle that of a person without a node. Replaces the previous enrollment, even
 * that of another node. If storage is forbidden, it lasts as long as the page.
 */
export function saveEnrollment(nodeHandle: string | null, enrollment: Enrollment): void {
  const name = nodeHandle === null ? 'guest' : 'node'
  slots[name].value = { nodeHandle: nodeHandle ?? '', enrollment }
  attempt(() => localStorage.setItem(KEYS[name], JSON.stringify(slots[name].peek())))
}

/** Deletes the enrollment of the node that is stored in this browser. The enrollment of a person without a node stays. */
export function deleteEnrollment(): void {
  deleteSlot('node')
}

/** Deletes the enrollment that this browser stores for a person without a node. The enrollment of a node stays. */
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

/** Stores the enrollment of the node `from` under its new handle `to`. Does nothing if this browser stores another node's enrollment. */
export function updateEnrollmentHandle(from: string, to: string): void {
  const before = kept.peek()
  if (before?.nodeHandle === from) saveEnrollment(to, before.enrollment)
}

/** Deletes the enrollment stored in this browser if it belongs to this node, for example after the node was erased. */
export function deleteNodeEnrollment(nodeHandle: string): void {
  if (kept.peek()?.nodeHandle === nodeHandle) deleteEnrollment()
}

/**
 * Parses an enrollment as stored in localStorage. Returns null if it is absent or incomplete; throws if the text isn't JSON. The seal is verified
 * only by the service.
 */
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
