import { DIRECTIONS, generateChallenge } from '../../packages/engine/src/challenge/challenge.ts'
import { scoreChallenge } from '../../packages/engine/src/challenge/score.ts'
import * as engine from '../../packages/engine/src/index.ts'
import { presenceScore } from '../../packages/engine/src/presence/score.ts'
import { replayDigest } from '../../packages/engine/src/replay/digest.ts'
import { createReplayIndex } from '../../packages/engine/src/replay/index-of-digests.ts'
import { isReplay } from '../../packages/engine/src/replay/similarity.ts'
import { enroll } from '../../packages/engine/src/signature/enrollment.ts'
import { matchScore } from '../../packages/engine/src/signature/match.ts'
import { motionSignature } from '../../packages/engine/src/signature/signature.ts'
import { ATTACK_FAMILIES } from '../attacks/index.ts'
import { measureChallenge } from './challenge.ts'
import { measureContracts } from './contracts.ts'
import { measureIdentity } from './identity.ts'
import type { ArenaPerson } from './people.ts'
import { measurePresence } from './presence.ts'
import { type Memory, measureReplay } from './replay.ts'
import type { ArenaReport } from './report.ts'

export type ArenaInputs = { people: readonly ArenaPerson[]; data: string; seed: number; say: (message: string) => void }

/** Lets every attack run against this engine. */
export function measureArena({ people, data, seed, say }: ArenaInputs): ArenaReport {
  const presence = measurePresence({
    people,
    families: ATTACK_FAMILIES,
    score: (imu) => presenceScore({ imu }).score,
    seed,
    attempts: 1,
    progress: (done, all) => {
      if (done % 10 === 0) say(`presence: family ${done + 1} of ${all} …`)
    },
  })
  say('identity …')
  const identity = measureIdentity({
    people,
    signature: (imu) => motionSignature({ imu }),
    enroll,
    match: matchScore,
    seed,
  })
  say('replay memory …')
  const replays = ATTACK_FAMILIES.filter(({ name, kind }) => kind === 'replay' || name === 'jitter-replay')
  const replay = measureReplay({ people, families: replays, memory: memoryOfEngine(), seed })
  say('challenge …')
  const challenge = measureChallenge({
    people: 36,
    attempts: 1,
    seed,
    directions: DIRECTIONS,
    generate: generateChallenge,
    passes: (asked, imu) => scoreChallenge(asked, imu).value === 1,
  })
  say('malformed contracts …')
  const contracts = measureContracts({ exports: engine, window: people[0].windows[0], callsEach: 60, seed })
  return { data, seed, presence, identity, replay, challenge, contracts }
}

function memoryOfEngine(): Memory {
  const index = createReplayIndex()
  return {
    remember: (id, imu) => {
      const digest = replayDigest({ imu })
      if (digest.status === 'ok') index.add(id, digest)
    },
    recall: (imu) => {
      const digest = replayDigest({ imu })
      if (digest.status !== 'ok') return 'unreadable'
      const found = index.find(digest)
      return found !== null && isReplay(found.similarity) ? 'known' : 'new'
    },
  }
}
