import './receipts.css'
import { onDropped } from '@stillhere/client/receipt/documents'
import { useEffect, useRef, useState } from 'preact/hooks'

type DropProps = { words: string; onDrop: (transfer: DataTransfer) => void }

/** Takes what is dropped anywhere on the page, and says so while something hovers over it. */
export function DropAnywhere({ words, onDrop }: DropProps) {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onDrop)
  latest.current = onDrop
  useEffect(() => onDropped(document, (transfer) => latest.current(transfer), setOver), [])
  return isOver ? <div class="drop-anywhere">{words}</div> : null
}
