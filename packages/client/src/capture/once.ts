import type { Stop } from './platform.ts'

/** The same, however often it is called. */
export function once(run: () => void): Stop {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    run()
  }
}
