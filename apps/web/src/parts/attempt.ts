import { useCallback, useRef, useState } from 'preact/hooks'

/** Something that a person asked for: whether it is under way, and what came between. */
export type Attempt = { attempt: (action: () => Promise<unknown>) => void; isBusy: boolean; error: unknown }

/** Does what a button stands for, once at a time. `error` is null until it fails, and again from the next try on. */
export function useAttempt(): Attempt {
  const isUnderWay = useRef(false)
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null })
  const attempt = useCallback((action: () => Promise<unknown>) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setState({ isBusy: true, error: null })
    const end = (error: unknown) => {
      isUnderWay.current = false
      setState({ isBusy: false, error })
    }
    action().then(
      () => end(null),
      (error: unknown) => end(error ?? new Error('nothing was said')),
    )
  }, [])
  return { attempt, ...state }
}
