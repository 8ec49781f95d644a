/** How motion is given: strokes with a phone, or body points with a camera. */
type Way = 'strokes' | 'camera'

/** Returns the way that the fragment of an address names. The default is strokes for handheld devices and the camera for others. */
export function parseWay(hash: string, isHeld: boolean): Way {
  if (hash === '#camera') return 'camera'
  if (hash === '#strokes' || hash.startsWith('#p=')) return 'strokes'
  return isHeld ? 'strokes' : 'camera'
}

const PSEUDONYM = /^sp_[A-Za-z0-9_-]{22}$/

/** Checks whether a value has the form of a pseudonym. */
export function isPseudonym(text: unknown): text is string {
  return typeof text === 'string' && PSEUDONYM.test(text)
}

/** Returns the link for another phone. The pseudonym is in the fragment, which browsers don't send and servers don't log. */
export function toInvitationPath(pseudonym: string | null): string {
  return pseudonym === null ? '/research#strokes' : `/research#p=${pseudonym}`
}

/** Returns the pseudonym in the fragment of an address, or null. */
export function readInvitation(hash: string): string | null {
  const pseudonym = new URLSearchParams(hash.slice(1)).get('p')
  return isPseudonym(pseudonym) ? pseudonym : null
}
