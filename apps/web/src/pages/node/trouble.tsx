import { ProblemError } from '@stillhere/client/http'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { signOut } from '../../session/session.ts'
import { goTo } from '../../shell/router.ts'

/** A failed call of this page. A session that was ended elsewhere leads to a new one. */
export function Trouble({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (!isOver(error)) return onRetry ? <Failure error={error} onRetry={onRetry} /> : <Failure error={error} />
  const leave = () => {
    signOut()
    goTo('/join?way=sign-in')
  }
  return (
    <Notice kind="warn" title="This session is over." live>
      <p>Its token was revoked, or the node is gone. Sign in again to go on.</p>
      <p>
        <Button kind="quiet" onClick={leave}>
          Sign in again
        </Button>
      </p>
    </Notice>
  )
}

function isOver(error: unknown): boolean {
  return error instanceof ProblemError && (error.code === 'UNAUTHORIZED' || error.code === 'NODE_NOT_FOUND')
}
