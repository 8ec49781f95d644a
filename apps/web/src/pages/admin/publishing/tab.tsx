import type { Client } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Meter } from '../../../parts/meter.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { say, sayCount } from '../../../words/speak.ts'
import { Confirm } from '../confirm.tsx'
import { DraftForm } from './draft-form.tsx'
import { History } from './history.tsx'
import {
  canBeSent,
  describeOutcome,
  type Draft,
  EMPTY_DRAFT,
  type Platform,
  PLATFORMS,
  readPreviews,
  sendPosts,
  type PublishAnswer,
  readConnected,
  hasSameText,
  type Target,
} from './posts.ts'

/** A previewed draft and the state of each platform, or null while the preview is loading. */
type ShownPreview = { draft: Draft; targets: readonly Target[] | null }

/** Shows the Publishing tab: writes a post, previews it for each platform, sends it, and settles unclear outcomes. */
export function PublishingTab({ admin }: { admin: Client }) {
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [shown, setShown] = useState<ShownPreview | null>(null)
  const [sent, setSent] = useState(0)
  const { value: connected } = useRequest((signal) => readConnected(admin, signal))
  // Preselects the connected platforms. The others can still be previewed.
  useEffect(() => {
    if (connected) setDraft((before) => (before.platforms.length > 0 ? before : { ...before, platforms: connected }))
  }, [connected])
  const loadPreviews = async () => {
    setShown({ draft, targets: null })
    try {
      setShown({ draft, targets: await readPreviews(admin, draft) })
    } catch (error) {
      setShown(null)
      throw error
    }
  }
  return (
    <div class="stack">
      <Card title={say('Write')}>
        <DraftForm draft={draft} connected={connected} onDraft={setDraft} onPreview={loadPreviews} />
      </Card>
      {shown && shown.targets === null ? <TargetPlaceholders platforms={shown.draft.platforms} /> : null}
      {shown?.targets ? (
        <TargetList
          admin={admin}
          draft={shown.draft}
          targets={shown.targets}
          isStale={!hasSameText(shown.draft, draft)}
          onTargets={(targets) => setShown({ ...shown, targets })}
          onSent={() => setSent(sent + 1)}
        />
      ) : null}
      <History admin={admin} sent={sent} />
    </div>
  )
}

/** Placeholders while the previews are loading. */
function TargetPlaceholders({ platforms }: { platforms: readonly Platform[] }) {
  return (
    <Card title={say('What will be sent')}>
      <p role="status" class="unseen">
        {say('Asking for the preview…')}
      </p>
      <ul class="admin-targets">
        {platforms.map((platform) => (
          <li key={platform} class="stack admin-target">
            <h3>{PLATFORMS[platform]}</h3>
            <Skeleton lines={5} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type TargetListProps = {
  admin: Client
  draft: Draft
  targets: readonly Target[]
  /** The form has changed since the preview. */
  isStale: boolean
  onTargets: (targets: readonly Target[]) => void
  onSent: () => void
}

/** Shows what each platform would get or got, and sends exactly that. */
function TargetList({ admin, draft, targets, isStale, onTargets, onSent }: TargetListProps) {
  const [isAsked, setAsked] = useState(false)
  const ready = targets.filter(canBeSent)
  const names = ready.map(({ platform }) => PLATFORMS[platform]).join(', ')
  return (
    <Card title={say('What will be sent')}>
      <p role="status" class="unseen">
        {sayCount(
          targets.length,
          'Preview of 1 platform; {ready} can be sent.',
          'Preview of {count} platforms; {ready} can be sent.',
          {
            ready: ready.length,
          },
        )}
      </p>
      {isStale ? (
        <Notice kind="warn" title={say('The text above has changed since this preview.')} live>
          {say('Preview it again before you send it.')}
        </Notice>
      ) : null}
      <ul class="admin-targets">
        {targets.map((target) => (
          <li key={target.platform}>
            <TargetCard target={target} />
          </li>
        ))}
      </ul>
      {ready.length > 0 ? (
        <p>
          <Button disabled={isStale} onClick={() => setAsked(true)}>
            {say('Send to {names}', { names })}
          </Button>
        </p>
      ) : null}
      <Confirm
        title={say('Send it now?')}
        verb={say('Send it')}
        open={isAsked}
        work={() => sendPosts(admin, { draft, targets, onTargets })}
        onDone={onSent}
        onClose={() => setAsked(false)}
      >
        <p>
          {say('Exactly what the preview shows goes to {names}. The same text is sent only once in 24 hours.', {
            names,
          })}
        </p>
      </Confirm>
    </Card>
  )
}

/** Shows one platform: the exact text, its length, and the outcome. */
function TargetCard({ target }: { target: Target }) {
  const { platform, answer } = target
  const words = describeOutcome(target)
  return (
    <article class="stack admin-target" aria-label={PLATFORMS[platform]}>
      <h3>{PLATFORMS[platform]}</h3>
      {words ? (
        <Notice kind={words.kind} title={words.title} live>
          {words.advice}
          {answer?.post_url ? (
            <p>
              <a href={answer.post_url} target="_blank" rel="noreferrer">
                {say('View it')}
              </a>
            </p>
          ) : null}
        </Notice>
      ) : null}
      {answer?.preview ? <Preview preview={answer.preview} platform={PLATFORMS[platform]} /> : null}
      {answer?.warnings?.map((warning) => (
        <Notice key={warning} kind="warn" title={warning} />
      ))}
    </article>
  )
}

type PreviewProps = { preview: NonNullable<PublishAnswer['preview']>; platform: string }

function Preview({ preview, platform }: PreviewProps) {
  const { text, message, length, share_url } = preview
  const { count, limit, unit } = length
  return (
    <>
      <Meter
        label={say('Length on {platform}', { platform })}
        value={count}
        max={limit}
        words={say('{count} of {limit} {unit}', { count, limit, unit })}
      />
      <p class="admin-post">{text}</p>
      {share_url === undefined ? null : (
        <p>
          <a href={share_url} target="_blank" rel="noreferrer">
            {say('Publish on {platform} yourself', { platform })}
          </a>
        </p>
      )}
      <details>
        <summary>{say('All fields sent')}</summary>
        <pre class="admin-json" role="group" tabIndex={0} aria-label={say('Fields sent to {platform}', { platform })}>
          {JSON.stringify(message, null, 2)}
        </pre>
      </details>
    </>
  )
}
