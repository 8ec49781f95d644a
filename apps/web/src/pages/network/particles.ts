/** What the field needs to know of a node. */
export type ParticleNode = { mask: string; particleLevel: number; isGenesis: boolean; lastSeen: string }

/** A point of the field: its home and its drift are the node's own, so that it is found again tomorrow. */
export type Particle = {
  /** Home in the unit disc. */
  x: number
  y: number
  radius: number
  phase: number
  /** Turns of its small orbit in a minute. */
  speed: number
  isGenesis: boolean
  isFresh: boolean
}

const DAY_MS = 86_400_000
const MOST_SHOWN = 500
// The golden angle spreads points evenly over a disc, whatever their number.
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))
const DRIFT = 0.012

/** Places nodes in a disc: the highest levels in the middle, everybody else around them. */
export function placeParticles(nodes: readonly ParticleNode[], nowMs: number): Particle[] {
  const inward = nodes.slice(0, MOST_SHOWN).toSorted((a, b) => b.particleLevel - a.particleLevel)
  return inward.map((node, index) => {
    const distance = Math.sqrt((index + 0.5) / inward.length) * 0.92
    const luck = fraction(node.mask)
    return {
      x: distance * Math.cos(index * GOLDEN_ANGLE),
      y: distance * Math.sin(index * GOLDEN_ANGLE),
      radius: computeRadius(node.particleLevel, inward.length),
      phase: luck * 2 * Math.PI,
      speed: 2 + 3 * luck,
      isGenesis: node.isGenesis,
      isFresh: nowMs - Date.parse(node.lastSeen) < DAY_MS,
    }
  })
}

/** Where a particle is after some seconds, in the unit disc. */
export function positionAt({ x, y, phase, speed }: Particle, seconds: number): [number, number] {
  const angle = phase + (seconds / 60) * speed * 2 * Math.PI
  return [x + DRIFT * Math.cos(angle), y + DRIFT * Math.sin(angle * 0.7)]
}

// Few nodes may be large; many must not cover each other.
function computeRadius(level: number, count: number): number {
  const room = Math.min(1, Math.sqrt(40 / Math.max(1, count)))
  return (0.008 + 0.0035 * level) * (0.45 + 0.55 * room)
}

// From 0 to 1, the same for the same text (FNV-1a).
function fraction(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0) / 0x1_0000_0000
}
