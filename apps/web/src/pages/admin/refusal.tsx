import { ProblemError } from '@stillhere/client/http'
import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { adminSecret } from '../../session/admin.ts'
import { refusalWords } from './refusal-words.ts'

/** A call that failed, in an operator's words, with the way out. */
export function Refusal({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, advice } = refusalWords(error)
  const isLocked = error instanceof ProblemError && error.code === 'UNAUTHORIZED'
  return (
    <Notice kind="bad" title={title} live>
      <p>{advice}</p>
      {isLocked ? (
        <p>
          <Button kind="quiet" onClick={() => (adminSecret.value = null)}>
            Enter the secret again
          </Button>
        </p>
      ) : onRetry ? (
        <p>
          <Button kind="quiet" onClick={onRetry}>
            Try again
          </Button>
        </p>
      ) : null}
    </Notice>
  )
}
