import type { OutputOf } from '@stillhere/client/http'
import { ButtonLink } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Meter } from '../../../parts/meter.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Ring } from '../../../parts/ring.tsx'
import { Stat, Stats } from '../../../parts/stat.tsx'
import { service } from '../../../service.ts'
import type { Session } from '../../../session/session.ts'
import { formatPercent } from '../../../words/format.ts'
import { say, sayCount } from '../../../words/speak.ts'
import { describeLevel, describeTier, formatTimes } from './words.ts'

type Known = { entropy: OutputOf<'getEntropy'>; privileges: OutputOf<'getPrivileges'> }

/** The particle level of the node, and how far it is to the next one. */
export function Level({ who }: { who: Session }) {
  const { value, error, reload } = useRequest((signal) => read(who.email, signal), { deps: [who.email] })
  const entropy = value && value.entropy
  return (
    <div class="node-level">
      <div class="node-ring">
        <Ring label={say('Way to the next particle level')} value={entropy?.progress.pct ?? 0} max={100}>
          <p class="small soft">{say('Particle level')}</p>
          <p class="node-level-number figures">{entropy ? entropy.particleLevel : '–'}</p>
          <p class="small soft">{say('of 8')}</p>
        </Ring>
      </div>
      <div class="stack">
        <p class="soft">{value ? describeTier(value.privileges) : '\u00a0'}</p>
        <Failure error={error} onRetry={reload} />
        <Meter
          label={say('Entropy')}
          value={entropy?.progress.pct ?? 0}
          max={100}
          words={entropy ? describeLevel(entropy) : '–'}
        />
        <p>
          <ButtonLink href="/scan">{say('Scan now')}</ButtonLink>
        </p>
        <Stats>
          <Stat
            label={say('Streak')}
            value={entropy && entropy.streakDays}
            note={sayCount(entropy?.streakDays ?? 0, 'day', 'days')}
          />
          <Stat
            label={say('Streak bonus')}
            value={entropy && formatTimes(entropy.streakMultiplier)}
            note={say('on every scan')}
          />
          <Stat label={say('Scans that counted')} value={entropy && entropy.scanCount} note={say('in total')} />
          <Stat
            label={say('Best presence')}
            value={entropy && (entropy.bestPes === 0 ? '–' : formatPercent(entropy.bestPes * 100))}
            note={entropy?.bestPes === 0 ? say('no scan has counted yet') : say('in a scan that counted')}
          />
        </Stats>
      </div>
    </div>
  )
}

async function read(email: string, signal: AbortSignal): Promise<Known> {
  const [entropy, privileges] = await Promise.all([
    service.getEntropy({ email }, { signal }),
    service.getPrivileges({ email }, { signal }),
  ])
  return { entropy, privileges }
}
