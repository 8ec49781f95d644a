import { useSignalEffect } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { session } from '../session/session.ts'

type Left = ComponentType<{ onDone: () => void }>

/** Once somebody has signed out: says that their receipts stay on this device, and offers to remove them. */
export function LeftReceipts() {
  const before = useRef(session.peek())
  const [Shown, setShown] = useState<Left | null>(null)
  useSignalEffect(() => {
    const hasLeft = before.current !== null && session.value === null
    before.current = session.value
    // Most visits end without it.
    if (hasLeft) import('../receipts/left.tsx').then(({ Left }) => setShown(() => Left), ignore)
    else if (session.value !== null) setShown(null)
  })
  return Shown ? <Shown onDone={() => setShown(null)} /> : null
}

function ignore(): void {}
