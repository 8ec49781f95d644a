import { useEffect, useRef } from 'preact/hooks'

/** The title of what has just taken the place of something else; the focus follows it there. */
export function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 tabIndex={-1} ref={heading} class="scan-heading">
      {children}
    </h2>
  )
}
