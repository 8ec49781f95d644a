import type { OutputOf } from '@stillhere/client/http'
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
import { IntroduceKey } from './introduce-later.tsx'

type Allowed = OutputOf<'listAskers'>['askers'][number]

/** For a person who came by the link of an asker: who that is, one press to let it ask, and the way to introduce a key. */
export function AllowCard({ wanted }: { wanted: string }) {
  const { value, error, reload } = useRequest((signal) => service.listAskers({}, { signal }))
  const [news, setNews] = useState('')
  const [introducing, setIntroducing] = useState<Allowed | null>(null)
  const onAllowed = (one: Allowed) => {
    setNews(say('{asker} may ask you now.', { asker: describeAsker(one.asker, say) }))
    if (one.shares_key) setIntroducing(one)
  }
  return (
    <Card title={say('Someone wants to ask you for approvals')}>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={4} />}
      <News text={news} of={news} />
      {value && news === '' ? (
        <AllowForm askers={value.askers} wanted={wanted} onAllowed={onAllowed} onIntroduce={setIntroducing} />
      ) : null}
      {introducing ? <IntroduceKey one={introducing} onDone={setNews} onClose={() => setIntroducing(null)} /> : null}
      <p>
        <a href="/node?view=approvals">{say('Who may ask, and what they asked')}</a>
      </p>
    </Card>
  )
}
