import type { Sighting } from '@stillhere/client/element'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { describeFailure } from '../../../parts/failure-words.ts'
import { Meter } from '../../../parts/meter.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { service } from '../../../service.ts'
import type { Session } from '../../../session/session.ts'
import { formatPercent } from '../../../words/format.ts'
import { say } from '../../../words/speak.ts'
import { growthWords } from '../flow/growth-words.ts'
import { type Growth, NOTHING_RECORDED, recordGrowth } from '../flow/growth.ts'

/** Records a verified scan for the node, once, and tells what it did. */
export function Grown({ who, id, sighting }: { who: Session; id: string; sighting: Sighting }) {
  const [growth, setGrowth] = useState<Growth>(NOTHING_RECORDED)
  const [isBusy, setBusy] = useState(true)
  const record = async () => {
    setBusy(true)
    setGrowth(await recordGrowth(service, { email: who.email, id, sighting }, growth))
    setBusy(false)
  }
  useEffect(() => void record(), [])
  return (
    <div class="scan-grown" role="status">
      <Words growth={growth} isBusy={isBusy} />
      {growth.error === null ? null : (
        <NotRecorded error={growth.error} isBusy={isBusy} onRetry={() => void record()} />
      )}
    </div>
  )
}

function Words({ growth, isBusy }: { growth: Growth; isBusy: boolean }) {
  const words = growthWords(growth)
  if (words === null) return isBusy ? <p class="soft">{say('Adding your points…')}</p> : null
  const { entropy } = growth
  return (
    <>
      <p class="scan-joy">{words.title}</p>
      {entropy ? (
        <Meter
          label={say('Particle level {level}', { level: entropy.particleLevel })}
          value={entropy.progress.pct}
          max={100}
          words={say('{percent} of the way to the next', { percent: formatPercent(entropy.progress.pct) })}
        />
      ) : null}
      <ul class="scan-lines">
        {words.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

function NotRecorded({ error, isBusy, onRetry }: { error: unknown; isBusy: boolean; onRetry: () => void }) {
  const { title, advice } = describeFailure(error)
  return (
    <Notice kind="warn" title={say('Your receipt is safe, but your points aren’t added yet.')}>
      <p>
        {title} {advice}
      </p>
      <p>
        <Button kind="quiet" busy={isBusy} onClick={onRetry}>
          {say('Try again')}
        </Button>
      </p>
    </Notice>
  )
}
