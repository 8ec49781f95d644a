import { useState } from 'preact/hooks'
import { describeAsker } from '../../../ask/ask.ts'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { News } from '../../../parts/news.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { service } from '../../../service.ts'
import { say } from '../../../words/speak.ts'
import { AllowForm } from './allow-form.tsx'

/** For whoever came by the link of somebody who wants to ask: who that is, and one press to let it. */
export function AllowCard({ wanted }: { wanted: string }) {
  const { value, error, reload } = useRequest((signal) => service.listAskers({}, { signal }))
  const [news, setNews] = useState('')
  return (
    <Card title={say('Someone wants to ask you for approvals')}>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={4} />}
      <News text={news} of={news} />
      {value && news === '' ? (
        <AllowForm
          askers={value.askers}
          wanted={wanted}
          onAllowed={({ asker }) => setNews(say('{asker} may ask you now.', { asker: describeAsker(asker, say) }))}
        />
      ) : null}
      <p>
        <a href="/node?view=approvals">{say('Who may ask, and what they asked')}</a>
      </p>
    </Card>
  )
}
