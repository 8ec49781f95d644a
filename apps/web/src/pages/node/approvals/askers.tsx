import type { OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { describeAsker } from '../../../parts/approval-words.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { News } from '../../../parts/news.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { Time } from '../../../parts/time.tsx'
import { service } from '../../../service.ts'
import { AllowForm } from './allow-form.tsx'
import { ChangePerDay, RemoveAsker } from './asker-dialogs.tsx'

type Allowed = OutputOf<'listAskers'>['askers'][number]

/** Who may ask the node for approvals, how often, and the way to more. */
export function Askers() {
  const { value, error, reload } = useRequest((signal) => service.listAskers({}, { signal }))
  const [news, setNews] = useState('')
  const tell = (text: string) => {
    setNews(text)
    reload()
  }
  const onAllowed = ({ asker }: Allowed) => tell(`${describeAsker(asker)} may ask you now.`)
  return (
    <Card title="Who may ask">
      <p class="soft">
        Only these sites and agents can ask you to approve something, and an agent that you operate. To ask allows
        nothing: you decide each time.
      </p>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={2} />}
      <News text={news} of={value} />
      {value ? <AskerList askers={value.askers} onChanged={tell} /> : null}
      {value ? <AllowForm askers={value.askers} wanted={null} onAllowed={onAllowed} /> : null}
    </Card>
  )
}

type Tell = (news: string) => void

function AskerList({ askers, onChanged }: { askers: readonly Allowed[]; onChanged: Tell }) {
  const [changing, setChanging] = useState<Allowed | null>(null)
  const [removing, setRemoving] = useState<Allowed | null>(null)
  return (
    <>
      {askers.length === 0 ? <p>Nobody may ask you yet.</p> : null}
      <ul class="node-list">
        {askers.map((one) => (
          <AskerItem key={one.asker.id} one={one} onChange={() => setChanging(one)} onRemove={() => setRemoving(one)} />
        ))}
      </ul>
      <Dialog title="How often may it ask?" open={changing !== null} onClose={() => setChanging(null)}>
        {changing ? <ChangePerDay one={changing} onClose={() => setChanging(null)} onDone={onChanged} /> : null}
      </Dialog>
      <Dialog title="Let it ask no more?" open={removing !== null} onClose={() => setRemoving(null)}>
        {removing ? <RemoveAsker one={removing} onClose={() => setRemoving(null)} onDone={onChanged} /> : null}
      </Dialog>
    </>
  )
}

type ItemProps = { one: Allowed; onChange: () => void; onRemove: () => void }

function AskerItem({ one: { asker, allowed_at, per_day, asked_today }, onChange, onRemove }: ItemProps) {
  return (
    <li>
      <div>
        <p>
          <strong>{describeAsker(asker)}</strong>
        </p>
        <p class="small soft">
          <code>{asker.id}</code>
        </p>
        <p class="small soft">
          Asked {asked_today} of {per_day} times today, allowed <Time at={allowed_at} />
        </p>
      </div>
      <p class="row">
        <Button kind="quiet" onClick={onChange}>
          Change<span class="unseen"> how often {asker.name} may ask</span>
        </Button>
        <Button kind="danger" onClick={onRemove}>
          Remove<span class="unseen"> {asker.name}</span>
        </Button>
      </p>
    </li>
  )
}
