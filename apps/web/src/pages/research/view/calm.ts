import { useEffect, useState } from 'preact/hooks'

const WISH = '(prefers-reduced-motion: reduce)'

/** Whether the reader asked for less motion; follows a change of mind. */
export function useCalm(): boolean {
  const [isCalm, setCalm] = useState(() => matchMedia(WISH).matches)
  useEffect(() => {
    const wish = matchMedia(WISH)
    const follow = () => setCalm(wish.matches)
    wish.addEventListener('change', follow)
    return () => wish.removeEventListener('change', follow)
  }, [])
  return isCalm
}
