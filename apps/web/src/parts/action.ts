import { useEffect, useRef, useState } from 'preact/hooks'

type Progress = { isBusy: boolean; error: unknown }

/** What a button does: whether it is under way, and how it failed. */
export type Action = Progress & {
  /** Does the work, then `done` with its result. While it is under way, another press does nothing. */
  run: <Result>(work: () => Promise<Result>, done?: (result: Result) => void) => void
  /** Takes the error away. */
  forget: () => void
}

const IDLE: Progress = { isBusy: false, error: null }

/** The action of one button or form. `error` is null until it fails, and again from the next press on. */
export function useAction(): Action {
  const [progress, setProgress] = useState(IDLE)
  const [controls] = useState(() => createAction(setProgress))
  return { ...progress, ...controls }
}

/** An action that tells `onProgress` how it goes on. */
export function createAction(onProgress: (progress: Progress) => void): Pick<Action, 'run' | 'forget'> {
  // The state of a component is one rendering late: a second press would come before it.
  let isBusy = false
  const end = (error: unknown) => {
    isBusy = false
    onProgress({ isBusy, error })
  }
  const act = async <Result>(work: () => Promise<Result>, done?: (result: Result) => void): Promise<void> => {
    if (isBusy) return
    isBusy = true
    onProgress({ isBusy, error: null })
    try {
      const result = await work()
      end(null)
      done?.(result)
    } catch (error) {
      end(error ?? new Error('failed without a reason'))
    }
  }
  return { run: (work, done) => void act(work, done), forget: () => onProgress({ isBusy, error: null }) }
}

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
