import { ProblemError } from '@stillhere/client/http'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { signInAgain } from '../../session/sign-in-again.ts'

/** A failed call of this page. A session that was ended elsewhere leads to a new one. */
export function Trouble({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (!isOver(error)) return onRetry ? <Failure error={error} onRetry={onRetry} /> : <Failure error={error} />
  return (
    <Notice kind="warn" title="This session is over." live>
      <p>Its token was revoked, or the node is gone. Sign in again to go on.</p>
      <p>
        <Button kind="quiet" onClick={signInAgain}>
          Sign in again
        </Button>
      </p>
    </Notice>
  )
}

function isOver(error: unknown): boolean {
  return error instanceof ProblemError && (error.code === 'UNAUTHORIZED' || error.code === 'NODE_NOT_FOUND')
}
