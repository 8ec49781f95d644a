import { useEffect, useRef } from 'preact/hooks'

/**
 * Leads the focus to the heading of the page when what held it has gone with what was shown before. What takes the focus by
 * itself when it appears has it by then and keeps it, and so does whoever has only just come.
 */
export function useFocusAfter(shown: string): void {
  const before = useRef(shown)
  useEffect(() => {
    const isLost = before.current !== shown && document.activeElement === document.body
    before.current = shown
    if (isLost) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [shown])
}
