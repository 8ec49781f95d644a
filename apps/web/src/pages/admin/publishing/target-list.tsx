import type { Client } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Notice } from '../../../parts/notice.tsx'
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
    <Card title="What goes out">
      <p role="status" class="unseen">
        Preview of {targets.length} platforms; {ready.length} can be sent.
      </p>
      {isStale ? (
        <Notice kind="warn" title="The text above has changed since this preview." live>
          Preview it again before you send it.
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
            Send to {names}
          </Button>
        </p>
      ) : null}
      <Confirm
        title="Send it now?"
        verb="Send it"
        open={isAsked}
        work={() => publishAll(admin, { draft, targets, onTargets })}
        onDone={onSent}
        onClose={() => setAsked(false)}
      >
        <p>
          Exactly what the preview shows goes to {names}. The same text is sent once in 24 hours, however often you
          press.
        </p>
      </Confirm>
    </Card>
  )
}
