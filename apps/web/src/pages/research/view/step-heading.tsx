import { useEffect, useRef } from 'preact/hooks'

/** The heading of the step that somebody is at. What stood under a button that was pressed is gone, so the focus goes to the new heading. */
export function StepHeading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current !== title) {
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView({ block: 'start' })
    }
    shown.current = title
  }, [title])
  return (
    <h2 id="research-session" class="research-heading" tabIndex={-1} ref={heading}>
      {title}
    </h2>
  )
}
