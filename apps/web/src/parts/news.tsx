import './news.css'
import { useEffect, useRef } from 'preact/hooks'

type NewsProps = {
  /** What was done; empty until then. */
  text: string
  /** What it was done to: a list that is read anew, say. */
  of: unknown
}

/** Says what was done. It takes the focus where what was pressed has gone, as a button goes with its line of a list. */
export function News({ text, of }: NewsProps) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (text !== '' && document.activeElement === document.body) line.current?.focus({ preventScroll: true })
  }, [text, of])
  return (
    <p role="status" class="news" tabIndex={-1} ref={line}>
      {text}
    </p>
  )
}
