/** How motion is given: strokes with a phone, or the body before a camera. */
type Way = 'strokes' | 'camera'

/** The way that an address asks for; a device that is held goes with strokes, another one with the camera. */
export function parseWay(hash: string, isHeld: boolean): Way {
  if (hash === '#camera') return 'camera'
  if (hash === '#strokes' || hash.startsWith('#p=')) return 'strokes'
  return isHeld ? 'strokes' : 'camera'
}

const PSEUDONYM = /^sp_[A-Za-z0-9_-]{22}$/

/** Whether a text can be a pseudonym of the service. */
export function isPseudonym(text: unknown): text is string {
  return typeof text === 'string' && PSEUDONYM.test(text)
}

/** Where another phone goes on under the same pseudonym; in the fragment, which no server is sent and no log keeps. */
export function toInvitationPath(pseudonym: string | null): string {
  return pseudonym === null ? '/research#strokes' : `/research#p=${pseudonym}`
}

/** The pseudonym in the fragment of an address, or null. */
export function readInvitation(hash: string): string | null {
  const pseudonym = new URLSearchParams(hash.slice(1)).get('p')
  return isPseudonym(pseudonym) ? pseudonym : null
}
