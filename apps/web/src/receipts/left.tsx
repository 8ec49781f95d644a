import { useEffect } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Failure } from '../parts/failure.tsx'
import { Notice } from '../parts/notice.tsx'
import { useAction } from '../parts/request.ts'
import { deviceReceipts, loadReceipts, removeAllReceipts } from './device-receipts.ts'
import { WORDS } from './words.ts'

/**
 * Shows after signing out that receipts remain in this browser, with buttons to keep or delete them. Calls `onDone` after either; shows nothing
 * if there are none.
 */
export function Left({ onDone }: { onDone: () => void }) {
  const { run, isBusy, error } = useAction()
  useEffect(() => void loadReceipts(), [])
  const count = deviceReceipts.value?.length ?? 0
  if (count === 0) return null
  return (
    <Notice title={WORDS.leftTitle(count)} live>
      <p>{WORDS.leftText}</p>
      <Failure error={error} />
      <p class="row">
        <Button kind="quiet" onClick={onDone}>
          {WORDS.leftKeep}
        </Button>
        <Button kind="danger" busy={isBusy} onClick={() => run(removeAllReceipts, onDone)}>
          {WORDS.leftRemove}
        </Button>
      </p>
    </Notice>
  )
}
