import { Meter } from '../../../parts/meter.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { say } from '../../../words/speak.ts'
import { describeOutcome, type Published, type Target } from './outcome.ts'
import { PLATFORMS } from './platforms.ts'

/** One platform: the exact text, how it counts there, and what became of it. */
export function TargetCard({ target }: { target: Target }) {
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

type PreviewProps = { preview: NonNullable<Published['preview']>; platform: string }

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
