import './receipts.css'
import { useEffect, useRef, useState } from 'preact/hooks'

type DropProps = { words: string; onDrop: (transfer: DataTransfer) => void }

/** Takes what is dropped anywhere on the page, and says so while something hovers over it. */
export function DropAnywhere({ words, onDrop }: DropProps) {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onDrop)
  latest.current = onDrop
  useEffect(() => listen(setOver, (transfer) => latest.current(transfer)), [])
  return isOver ? <div class="drop-anywhere">{words}</div> : null
}

function listen(setOver: (isOver: boolean) => void, take: (transfer: DataTransfer) => void): () => void {
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  // Each element on the way is left; only leaving the window ends it.
  const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (event.dataTransfer) take(event.dataTransfer)
  }
  const control = new AbortController()
  const { signal } = control
  document.addEventListener('dragover', over, { signal })
  document.addEventListener('dragleave', leave, { signal })
  document.addEventListener('drop', drop, { signal })
  return () => control.abort()
}
