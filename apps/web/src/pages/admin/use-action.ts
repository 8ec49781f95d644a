import { useState } from 'preact/hooks'

type State = { busy: boolean; error: unknown }

const IDLE: State = { busy: false, error: null }

type Action = State & {
  /** Does it, and tells what came of it; a failure stays as `error` until the next try. */
  run: <Result>(work: () => Promise<Result>, done?: (result: Result) => void) => void
  forget: () => void
}

/** Something that a press begins: whether it is under way, and how it failed. */
export function useAction(): Action {
  const [state, setState] = useState(IDLE)
  const act = async <Result>(work: () => Promise<Result>, done?: (result: Result) => void): Promise<void> => {
    setState({ busy: true, error: null })
    try {
      const result = await work()
      setState(IDLE)
      done?.(result)
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  const run: Action['run'] = (work, done) => void act(work, done)
  return { ...state, run, forget: () => setState(IDLE) }
}
