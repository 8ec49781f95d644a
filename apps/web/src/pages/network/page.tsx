import './network.css'
import { Failure } from '../../parts/failure.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Stat, Stats } from '../../parts/stat.tsx'
import { service } from '../../service.ts'
import { say } from '../../words/speak.ts'
import { ParticleField } from './field.tsx'
import { GenesisCohort } from './genesis-cohort.tsx'
import { NodeList } from './node-list.tsx'

const REFRESH_MS = 60_000

/** Who is there without showing anyone, and the first hundred in the order in which they came. */
export function Page() {
  const { value, error, reload } = useRequest((signal) => service.getPresenceNetwork({}, { signal }), {
    refreshMs: REFRESH_MS,
  })
  return (
    <div class="stack-wide">
      <PageHead
        title={say('The network')}
        lead={say('Every dot is an activated node. You see pseudonyms and levels, never email addresses or faces.')}
      />
      <Failure error={error} onRetry={reload} />
      <Stats>
        <Stat label={say('Humans')} value={value && value.activeHumans} />
        <Stat label={say('Agents')} value={value && value.agents} />
        <Stat label={say('Active today')} value={value && value.activeToday} />
        <Stat label={say('Scans that counted')} value={value && value.totalScans} note={say('in total')} />
      </Stats>
      <section class="network-view" aria-labelledby="nodes-title">
        <ParticleField nodes={value?.nodes ?? []} />
        <div class="stack">
          <h2 id="nodes-title">{say('Nodes, newest first')}</h2>
          {value ? <NodeList first={value} /> : <Skeleton lines={8} />}
        </div>
      </section>
      <GenesisCohort />
    </div>
  )
}
