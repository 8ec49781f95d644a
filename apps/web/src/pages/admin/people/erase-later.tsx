import type { Client } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { type Person, WORDS } from './words.ts'

const UNDO_SECONDS = 10

type EraseLaterProps = { admin: Client; person: Person; onEnd: (said: string) => void }

/** Erases somebody after ten seconds, unless it is undone or the page is left before. */
export function EraseLater({ admin, person: { id, node_handle: handle }, onEnd }: EraseLaterProps) {
  const [left, setLeft] = useState(UNDO_SECONDS)
  const { isBusy, error, run } = useAction()
  const erase = () =>
    run(
      () => admin.erasePerson({ id }),
      () => onEnd(WORDS.didErase(handle)),
    )
  useEffect(() => {
    if (left === 0) return erase()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  if (error) return <Failure error={error} onRetry={erase} />
  return (
    <Notice kind="warn" title={WORDS.erasing(handle, left)}>
      <p>{WORDS.erasingAdvice}</p>
      <p>
        <Button kind="quiet" busy={isBusy} disabled={left === 0} onClick={() => onEnd(WORDS.kept(handle))}>
          {WORDS.undo}
        </Button>
      </p>
    </Notice>
  )
}
