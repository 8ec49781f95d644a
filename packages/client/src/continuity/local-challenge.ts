import { generateChallenge, type Random } from '@stillhere/engine'
import type { PageChallenges } from './challenge-source.ts'

/**
 * Challenges that this page draws by itself, from a cryptographic source. Nothing leaves the page.
 *
 * @returns what `scan` and `captureMotion` take as `challenge`; it is their default.
 */
export function localChallenge(random: Random = cryptoRandom): PageChallenges {
  return { signedBy: 'page', open: async () => generateChallenge(random) }
}

function cryptoRandom(): number {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1))
  return word / 2 ** 32
}
