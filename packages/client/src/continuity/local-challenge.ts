import { generateChallenge, type Random } from '@stillhere/engine'
import type { PageChallenges } from './challenge-source.ts'

/** A challenge that this page draws by itself, from a cryptographic source. Nothing leaves the page. */
export function localChallenge(random: Random = cryptoRandom): PageChallenges {
  return { signedBy: 'page', open: async () => generateChallenge(random) }
}

function cryptoRandom(): number {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1))
  return word / 2 ** 32
}
