import type { Client } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { say, sayCount } from '../../../words/speak.ts'
import { Confirm } from '../confirm.tsx'
import type { Draft } from './draft.ts'
import { canBeSent, type Target } from './outcome.ts'
import { PLATFORMS } from './platforms.ts'
import { publishAll } from './publish.ts'
import { TargetCard } from './target-card.tsx'

type TargetListProps = {
  admin: Client
  draft: Draft
  targets: readonly Target[]
  /** The form holds another text by now. */
  isStale: boolean
  onTargets: (targets: readonly Target[]) => void
  onSent: () => void
}

/** What each platform would get, or got; and the button that sends exactly this. */
export function TargetList({ admin, draft, targets, isStale, onTargets, onSent }: TargetListProps) {
  const [isAsked, setAsked] = useState(false)
  const ready = targets.filter(canBeSent)
  const names = ready.map(({ platform }) => PLATFORMS[platform]).join(', ')
  return (
    <Card title={say('What goes out')}>
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
        work={() => publishAll(admin, { draft, targets, onTargets })}
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
