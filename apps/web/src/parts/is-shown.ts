import { useEffect, useRef } from 'preact/hooks'

/** Whether this part is still shown when an answer comes: who has gone elsewhere meanwhile must not be fetched back. */
export function useIsShown(): { readonly current: boolean } {
  const isShown = useRef(true)
  useEffect(
    () => () => {
      isShown.current = false
    },
    [],
  )
  return isShown
}
