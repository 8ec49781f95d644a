import type { ChallengeFigures } from './challenge.ts'
import type { ContractFigures } from './contracts.ts'
import type { GroupFigures } from './identity.ts'
import type { PresenceFigures } from './presence.ts'
import type { ReplayFigures } from './replay.ts'

/** All that the arena measures. */
export type ArenaReport = {
  data: string
  seed: number
  presence: PresenceFigures
  identity: GroupFigures[]
  replay: ReplayFigures
  challenge: ChallengeFigures[]
  contracts: ContractFigures
}
