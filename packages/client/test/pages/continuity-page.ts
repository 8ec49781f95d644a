import { type ScanError, type ScanProgress, verifyContinuity } from '../../src/index.ts'

/** How a call ended, as far as it can be told across processes. */
export type Ending = { receipt?: unknown; error?: Pick<ScanError, 'kind' | 'next'> }

declare global {
  /** Set when the last call is over. */
  var ending: Ending | undefined
  var stopping: AbortController
  var shown: ScanProgress[]
}

globalThis.shown = []
globalThis.stopping = new AbortController()

addButton('Plain', () => verifyContinuity())
addButton('Stoppable', () => verifyContinuity({ signal: stopping.signal }))
addButton('Own drawing', () => verifyContinuity({ signal: stopping.signal, onProgress: (now) => shown.push(now) }))

function addButton(label: string, run: () => Promise<unknown>): void {
  const button = document.createElement('button')
  button.textContent = label
  button.addEventListener('click', () => {
    globalThis.ending = undefined
    run().then(
      (receipt) => (globalThis.ending = { receipt }),
      ({ kind, next }: ScanError) => (globalThis.ending = { error: { kind, next } }),
    )
  })
  document.body.append(button)
}
