import { timingSafeEqual } from 'node:crypto'
import type { Service } from '../service.ts'

type Keyed = Pick<Service, 'secrets'>

/** What shows that somebody comes from the page of a check: known to the service alone until it gives it out, and stored nowhere. */
export function computeCode({ secrets }: Keyed, id: string): string {
  return secrets.hash('check-code', id).toString('base64url')
}

/** Whether this is the code of a check. */
export function isCode({ secrets }: Keyed, id: string, given: string): boolean {
  const code = Buffer.from(given, 'base64url')
  // Only the one way to write it: others would be taken for another code in logs and by caches.
  if (code.length !== 32 || code.toString('base64url') !== given) return false
  return timingSafeEqual(code, secrets.hash('check-code', id))
}
