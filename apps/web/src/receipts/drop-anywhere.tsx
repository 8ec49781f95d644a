import './receipts.css'
import { onDropped } from '@stillhere/client/receipt/documents'
import { useEffect, useRef, useState } from 'preact/hooks'

type DropProps = { words: string; onDrop: (transfer: DataTransfer) => void }

/** Accepts files and text dropped anywhere on the page, and shows a hint while they hover over it. */
export function DropAnywhere({ words, onDrop }: DropProps) {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onDrop)
  latest.current = onDrop
  useEffect(() => onDropped(document, (transfer) => latest.current(transfer), setOver), [])
  return isOver ? <div class="drop-anywhere">{words}</div> : null
}
