import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useAction } from './action.ts'

/** What is known of the answer to a request. A later failure does not take away what was known. */
type Answer<Value> =
  | { state: 'loading'; value: null; error: null }
  | { state: 'ready'; value: Value; error: null }
  | { state: 'failed'; value: null; error: unknown }

/** The answer so far, whether a call is under way, and how to call again. */
export type RequestState<Value> = Answer<Value> & { isBusy: boolean; reload: () => void }

type Options = {
  /** Calls again when one of these changes. */
  deps?: readonly unknown[]
  /** Calls again after this time, while the page is visible. */
  refreshMs?: number
}

/** `isReload` is true after the first `reload()`: that caller wants no cached answer. */
type Load<Value> = (signal: AbortSignal, isReload: boolean) => Promise<Value>

const LOADING = { state: 'loading', value: null, error: null } as const

/** Calls the service when the component appears, and again on `reload()`. Aborted on unmount. */
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
      (error: unknown) => end((before) => afterFailure(before, error)),
    )
    return () => control.abort()
  }, [turn, ...deps])
  useRefresh(refreshMs, isBusy, reload)
  return { ...answer, isBusy, reload }
}

/** Calls again and again while the page is visible. A slow answer is waited for: aborted each time, it would never come. */
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

/** One page of a list; its cursor leads to the next and is null on the last. */
type Page = { nextCursor: string | null }

/** A list that is read page by page, as far as the reader wants. `reload` begins again; `more` is null at the end. */
export function usePages<One extends Page>(load: (cursor: string | undefined, signal?: AbortSignal) => Promise<One>) {
  const { value, error, reload } = useRequest((signal) => load(undefined, signal))
  const { pages, reset, ...later } = useLaterPages(value, load)
  useEffect(reset, [value])
  return { ...later, pages: value ? pages : null, error: error ?? later.error, reload }
}

/** The pages that follow one at hand. `reset` goes back to that one. */
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

function afterFailure<Value>(before: Answer<Value>, error: unknown): Answer<Value> {
  return before.state === 'ready' ? before : { state: 'failed', value: null, error }
}
