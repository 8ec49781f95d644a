/** How motion is given: strokes with a phone, or body points with a camera. */
type Way = 'strokes' | 'camera'

/**
 * Returns the tab that an address's fragment (`hash`) names, strokes or camera. If it names none, returns strokes for handheld devices
 * (`isHeld`) and the camera for all others.
 */
export function parseWay(hash: string, isHeld: boolean): Way {
  if (hash === '#camera') return 'camera'
  if (hash === '#strokes' || hash.startsWith('#p=')) return 'strokes'
  return isHeld ? 'strokes' : 'camera'
}

const PSEUDONYM = /^sp_[A-Za-z0-9_-]{22}$/

/** Returns true if the value has the form of a research pseudonym (`sp_…`). */
export function isPseudonym(text: unknown): text is string {
  return typeof text === 'string' && PSEUDONYM.test(text)
}

/**
 * Returns the path that opens this page on another phone under the same pseudonym, or without one if it is null. The pseudonym is in the
 * fragment, which browsers don't send and servers don't log.
 */
export function toInvitationPath(pseudonym: string | null): string {
  return pseudonym === null ? '/research#strokes' : `/research#p=${pseudonym}`
}

/** Returns the pseudonym in the fragment of an invitation link, or null if there is none or it is malformed. */
export function readInvitation(hash: string): string | null {
  const pseudonym = new URLSearchParams(hash.slice(1)).get('p')
  return isPseudonym(pseudonym) ? pseudonym : null
}
