import './receipts.css'
import { onDropped } from '@stillhere/client/receipt/documents'
import { useEffect, useRef, useState } from 'preact/hooks'

type DropProps = { words: string; onDrop: (transfer: DataTransfer) => void }

/** Calls `onDrop` with files or text that the person drops anywhere on the page. Shows the hint `words` while something is dragged over the page. */
export function DropAnywhere({ words, onDrop }: DropProps) {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onDrop)
  latest.current = onDrop
  useEffect(() => onDropped(document, (transfer) => latest.current(transfer), setOver), [])
  return isOver ? <div class="drop-anywhere">{words}</div> : null
}
