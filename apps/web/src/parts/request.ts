import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useAction } from './action.ts'

/** What is known of the answer to a request. A later failure does not take away what was known. */
type Answer<Value> =
  | { state: 'loading'; value: null; error: null }
  | { state: 'ready'; value: Value; error: null }
  | { state: 'failed'; value: null; error: unknown }

/** The answer so far, and the way to ask again. */
export type RequestState<Value> = Answer<Value> & { ask: () => void }

type Options = {
  /** Asks again when one of these changes. */
  of?: readonly unknown[]
  /** Asks again after this time, while the page is in sight. */
  everyMs?: number
}

type Load<Value> = (signal: AbortSignal) => Promise<Value>

const LOADING = { state: 'loading', value: null, error: null } as const

/** Asks the service when the component appears, and again on `ask()`. A component that leaves cancels its call. */
export function useRequest<Value>(load: Load<Value>, { of = [], everyMs }: Options = {}): RequestState<Value> {
  const [answer, setAnswer] = useState<Answer<Value>>(LOADING)
  const [turn, setTurn] = useState(0)
  const isUnderWay = useRef(false)
  const ask = useCallback(() => setTurn((before) => before + 1), [])
  useEffect(() => setAnswer(LOADING), of)
  useEffect(() => {
    const control = new AbortController()
    const end = (next: (before: Answer<Value>) => Answer<Value>) => {
      if (control.signal.aborted) return
      isUnderWay.current = false
      setAnswer(next)
    }
    isUnderWay.current = true
    load(control.signal).then(
      (value) => end(() => ({ state: 'ready', value, error: null })),
      (error: unknown) => end((before) => afterFailure(before, error)),
    )
    return () => control.abort()
  }, [turn, ...of])
  useEffect(() => {
    if (everyMs === undefined) return undefined
    // A slow answer is waited for: taken back each time, it would never come.
    return whileInSight(() => isUnderWay.current || ask(), everyMs)
  }, [everyMs])
  return { ...answer, ask }
}

/** One page of a list; its cursor leads to the next and is null on the last. */
type Page = { nextCursor: string | null }

/** A list that is read page by page, as far as the reader wants. `ask` begins again; `more` is null at the end. */
export function usePages<One extends Page>(load: (cursor: string | undefined, signal?: AbortSignal) => Promise<One>) {
  const { value, error, ask } = useRequest((signal) => load(undefined, signal))
  const { pages, reset, ...later } = useLaterPages(value, load)
  useEffect(reset, [value])
  return { ...later, pages: value ? pages : null, error: error ?? later.error, ask }
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

function whileInSight(ask: () => unknown, everyMs: number): () => void {
  const timer = setInterval(() => document.visibilityState === 'visible' && ask(), everyMs)
  return () => clearInterval(timer)
}
