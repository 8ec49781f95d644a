import { say } from '../words/speak.ts'
import { Button } from './button.tsx'
import { Failure } from './failure.tsx'

type MorePagesProps = { more: (() => void) | null | undefined; isBusy: boolean; error: unknown; label?: string }

/** Under a list that comes a page at a time: the way to the next page, and why it did not come. */
export function MorePages({ more, isBusy, error, label = say('Show older') }: MorePagesProps) {
  return (
    <>
      <Failure error={error} />
      {more ? (
        <p>
          <Button kind="quiet" busy={isBusy} onClick={more}>
            {label}
          </Button>
        </p>
      ) : null}
    </>
  )
}
