import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

/** The state of a request. If a later call fails, the earlier value stays. */
type Answer<Value> =
  | { state: 'loading'; value: null; error: null }
  | { state: 'ready'; value: Value; error: null }
  | { state: 'failed'; value: null; error: unknown }

/** The state of a request, whether a call is running (`isBusy`), and `reload`, which calls again. */
export type RequestState<Value> = Answer<Value> & { isBusy: boolean; reload: () => void }

type Options = {
  /** Calls again when one of these changes. */
  deps?: readonly unknown[]
  /** Calls again after this time, while the page is visible. */
  refreshMs?: number
}

/** The call of a request. `isReload` is true after the first `reload()`; the response should then not come from a cache. */
type Load<Value> = (signal: AbortSignal, isReload: boolean) => Promise<Value>

const LOADING = { state: 'loading', value: null, error: null } as const

/**
 * Calls `load` when the component is mounted and again on `reload()`, and returns the state of the response. Aborts the call on unmount. An
 * optional interval repeats the call while the page is visible.
 */
export function useRequest<Value>(load: Load<Value>, { deps = [], refreshMs }: Options = {}): RequestState<Value> {
  const [answer, setAnswer] = useState<Answer<Value>>(LOADING)
  const [isBusy, setBusy] = useState(true)
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => setTurn((before) => before + 1), [])
  useEffect(() => setAnswer(LOADING), deps)
  useEffect(() => {
    const control = new AbortController()
    const end = (next: (before: Answer<Value>) => Answer<Value>) => {
      if (control.signal.aborted) return
      setBusy(false)
      setAnswer(next)
    }
    setBusy(true)
    load(control.signal, turn > 0).then(
      (value) => end(() => ({ state: 'ready', value, error: null })),
      (error: unknown) => end((before) => mergeFailure(before, error)),
    )
    return () => control.abort()
  }, [turn, ...deps])
  useRefresh(refreshMs, isBusy, reload)
  return { ...answer, isBusy, reload }
}

/** Calls `reload` at an interval while the page is visible. Skips a call while the previous one is running, because a reload would abort it. */
function useRefresh(refreshMs: number | undefined, isBusy: boolean, reload: () => void): void {
  const latest = useRef(isBusy)
  latest.current = isBusy
  useEffect(() => {
    if (refreshMs === undefined) return undefined
    const refresh = () => document.visibilityState === 'visible' && !latest.current && reload()
    const timer = setInterval(refresh, refreshMs)
    return () => clearInterval(timer)
  }, [refreshMs])
}

/** One page of a list. Its cursor leads to the next page and is null on the last page. */
type Page = { nextCursor: string | null }

/**
 * Loads a paginated list page by page. `more` loads the next page and is null after the last; `reload` loads the list again from its first page.
 * `pages` is null until the first page has arrived.
 */
export function usePages<One extends Page>(load: (cursor: string | undefined, signal?: AbortSignal) => Promise<One>) {
  const { value, error, reload } = useRequest((signal) => load(undefined, signal))
  const { pages, reset, ...later } = useLaterPages(value, load)
  useEffect(reset, [value])
  return { ...later, pages: value ? pages : null, error: error ?? later.error, reload }
}

/**
 * Loads the further pages of a list whose first page the caller already has (null if it hasn't arrived). `more` loads the next page and is null
 * after the last; `reset` removes all pages but the first.
 */
export function useLaterPages<One extends Page>(first: One | null, load: (cursor: string) => Promise<One>) {
  const [later, setLater] = useState<readonly One[]>([])
  const { run, isBusy, error } = useAction()
  const reset = useCallback(() => setLater([]), [])
  const pages = first ? [first, ...later] : []
  const cursor = pages.at(-1)?.nextCursor ?? null
  const read = (from: string) =>
    run(
      () => load(from),
      (page) => setLater((before) => [...before, page]),
    )
  return { pages, more: cursor === null ? null : () => read(cursor), isBusy, error, reset }
}

type Progress = { isBusy: boolean; error: unknown }

/** The action of a button, with its progress and its failure. */
type Action = Progress & {
  /** Runs the work, then `done` with its result. Does nothing while it is running. */
  run: <Result>(work: () => Promise<Result>, done?: (result: Result) => void) => void
  /** Removes the error. */
  forget: () => void
}

const IDLE: Progress = { isBusy: false, error: null }

/**
 * Returns a runner for the asynchronous action of one button or form, with its progress. A call while the action runs is ignored. `error` is null
 * until the action fails, and again when it is restarted.
 */
export function useAction(): Action {
  const [progress, setProgress] = useState(IDLE)
  const [controls] = useState(() => createAction(setProgress))
  return { ...progress, ...controls }
}

/**
 * Creates a runner for one asynchronous action, which calls `onProgress` when the action starts, succeeds or fails. For use outside of
 * components; in components, see useAction.
 */
export function createAction(onProgress: (progress: Progress) => void): Pick<Action, 'run' | 'forget'> {
  // A component's state updates one render later, too late for a second press.
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

/** Returns a ref that is true until the component is unmounted, so that code after an await can tell whether the person has left the page. */
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

function mergeFailure<Value>(before: Answer<Value>, error: unknown): Answer<Value> {
  return before.state === 'ready' ? before : { state: 'failed', value: null, error }
}
