import type { Client } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Card } from '../../../parts/card.tsx'
import { useRequest } from '../../../parts/request.ts'
import { say } from '../../../words/speak.ts'
import { DraftForm } from './draft-form.tsx'
import { type Draft, EMPTY_DRAFT, sameText } from './draft.ts'
import { History } from './history.tsx'
import type { Target } from './outcome.ts'
import { previewAll, readConnected } from './publish.ts'
import { TargetList } from './target-list.tsx'
import { TargetsComing } from './targets-coming.tsx'

/** A draft as it was previewed, and what is known of each platform; null while the preview is on its way. */
type Shown = { draft: Draft; targets: readonly Target[] | null }

/** Write once, see exactly what each platform would get, send it, and settle what stayed unclear. */
export function PublishingTab({ admin }: { admin: Client }) {
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [shown, setShown] = useState<Shown | null>(null)
  const [sent, setSent] = useState(0)
  const { value: connected } = useRequest((signal) => readConnected(admin, signal))
  // Only where a post would go out; the others can still be previewed.
  useEffect(() => {
    if (connected) setDraft((before) => (before.platforms.length > 0 ? before : { ...before, platforms: connected }))
  }, [connected])
  const preview = async () => {
    setShown({ draft, targets: null })
    try {
      setShown({ draft, targets: await previewAll(admin, draft) })
    } catch (error) {
      setShown(null)
      throw error
    }
  }
  return (
    <div class="stack">
      <Card title={say('Write')}>
        <DraftForm draft={draft} connected={connected} onDraft={setDraft} onPreview={preview} />
      </Card>
      {shown && shown.targets === null ? <TargetsComing platforms={shown.draft.platforms} /> : null}
      {shown?.targets ? (
        <TargetList
          admin={admin}
          draft={shown.draft}
          targets={shown.targets}
          isStale={!sameText(shown.draft, draft)}
          onTargets={(targets) => setShown({ ...shown, targets })}
          onSent={() => setSent(sent + 1)}
        />
      ) : null}
      <History admin={admin} sent={sent} />
    </div>
  )
}
