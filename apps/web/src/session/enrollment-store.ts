import { signal } from '@preact/signals'
import type { OutputOf } from '@stillhere/client/http'

/** How a person moves, sealed by the service. */
export type Enrollment = OutputOf<'enrollPerson'>

type Kept = { nodeHandle: string; enrollment: Enrollment }

// Whoever has no node can be enrolled, too: checks of sites need none. Both may lie in one browser.
const KEYS = { node: 'stillhere-enrollment', nobody: 'stillhere-enrollment-without-node' }

/**
 * The enrollments that this browser keeps: of one node at a time, and of one person without a node. They are in localStorage, unlike
 * the token: they must outlive the tab, or everybody would enroll before every scan. They sign nobody in and cannot be turned back
 * into motion, but they tell a person's hand from others, so they stay on this device, are tied to the public handle and not to an
 * address, and one press forgets them. IndexedDB would hide them from nobody and be slower to read.
 */
const slots = { node: signal(readSlot('node')), nobody: signal(readSlot('nobody')) }
const kept = slots.node

/** The enrollment of a node, or of somebody without one (null); null where there is none that still holds. */
export function findEnrollment(nodeHandle: string | null, now: number): Enrollment | null {
  const { value } = slots[nodeHandle === null ? 'nobody' : 'node']
  const isOwn = value?.nodeHandle === (nodeHandle ?? '')
  return isOwn && Date.parse(value.enrollment.expires_at) > now ? value.enrollment : null
}

export function keepEnrollment(nodeHandle: string | null, enrollment: Enrollment): void {
  const name = nodeHandle === null ? 'nobody' : 'node'
  slots[name].value = { nodeHandle: nodeHandle ?? '', enrollment }
  attempt(() => localStorage.setItem(KEYS[name], JSON.stringify(slots[name].peek())))
}

export function forgetEnrollment(): void {
  forgetSlot('node')
}

/** Forgets the enrollment of whoever has no node. */
export function forgetNobodysEnrollment(): void {
  forgetSlot('nobody')
}

function forgetSlot(name: keyof typeof KEYS): void {
  slots[name].value = null
  attempt(() => localStorage.removeItem(KEYS[name]))
}

function readSlot(name: keyof typeof KEYS): Kept | null {
  return attempt(() => parseKept(localStorage.getItem(KEYS[name]))) ?? null
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
