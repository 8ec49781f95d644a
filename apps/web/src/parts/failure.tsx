import { Button } from './button.tsx'
import { failureWords } from './failure-words.ts'
import { Notice } from './notice.tsx'

/** A call that failed, in words, with the way out: try again. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, advice } = failureWords(error)
  return (
    <Notice kind="bad" title={title} live>
      <p>{advice}</p>
      {onRetry ? (
        <p>
          <Button kind="quiet" onClick={onRetry}>
            Try again
          </Button>
        </p>
      ) : null}
    </Notice>
  )
}
