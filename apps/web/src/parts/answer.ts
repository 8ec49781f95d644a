import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

/** What is known of an answer of the service. A later failure does not take away what was known. */
export type Answer<Value> =
  | { state: 'loading'; value: null; error: null }
  | { state: 'ready'; value: Value; error: null }
  | { state: 'failed'; value: null; error: unknown }

type Options = {
  /** Asks again when one of these changes. */
  of?: readonly unknown[]
  /** Asks again after this time, while the page is in sight. */
  everyMs?: number
}

type Load<Value> = (signal: AbortSignal) => Promise<Value>

const LOADING = { state: 'loading', value: null, error: null } as const

/** Asks the service when the part appears, and again on `ask()`. Whoever leaves takes the call back. */
export function useAnswer<Value>(
  load: Load<Value>,
  { of = [], everyMs }: Options = {},
): Answer<Value> & { ask: () => void } {
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

function afterFailure<Value>(before: Answer<Value>, error: unknown): Answer<Value> {
  return before.state === 'ready' ? before : { state: 'failed', value: null, error }
}

function whileInSight(ask: () => unknown, everyMs: number): () => void {
  const timer = setInterval(() => document.visibilityState === 'visible' && ask(), everyMs)
  return () => clearInterval(timer)
}
