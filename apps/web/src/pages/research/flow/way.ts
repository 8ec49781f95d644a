/** How motion is given: strokes with a phone, or the body before a camera. */
export type Way = 'strokes' | 'camera'

/** The way that an address asks for; a device that is held goes with strokes, another one with the camera. */
export function chooseWay(hash: string, isHeld: boolean): Way {
  if (hash === '#camera') return 'camera'
  if (hash === '#strokes' || hash.startsWith('#p=')) return 'strokes'
  return isHeld ? 'strokes' : 'camera'
}
