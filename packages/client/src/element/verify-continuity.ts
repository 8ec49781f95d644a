import { type Continuity, type ContinuityOptions, verifyContinuity as judgeSamples } from '@stillhere/engine'
import type { Receipt } from '@stillhere/receipt'
import type { ScanOptions, ScanResult } from '../scan/options.ts'
import { scan } from '../scan/scan.ts'
import { defineScanElement } from './scan-element.ts'

/** Judges given samples by the two-stage rule, at once. */
export function verifyContinuity(options: ContinuityOptions): Continuity
/**
 * Without samples: scans the person at this device and resolves to the receipt. Call it in the handler of a tap. Unless the page
 * draws the scan itself, by `onProgress`, it takes the whole screen, in the page's language, and is gone afterwards.
 *
 * @throws {ScanError} (as a rejection) when the scan ends without a receipt; `advice` says what to do next.
 * @example
 * button.onclick = () => verifyContinuity().then(send)
 */
export function verifyContinuity(options?: ScanOptions): Promise<Receipt>
export function verifyContinuity(options: ContinuityOptions | ScanOptions = {}): Continuity | Promise<Receipt> {
  if (isGiven(options)) return judgeSamples(options)
  const isDrawn = options.onProgress || options.signal?.aborted || !globalThis.document
  return (isDrawn ? scan(options) : scanOverPage(options)).then(({ receipt }) => receipt)
}

const STREAMS = ['imuSamples', 'cameraSamples', 'frames', 'timestamps', 'challengeResults']

// A stream that is there but undefined is a caller's mistake to be judged, not a wish to scan.
function isGiven(options: ContinuityOptions | ScanOptions): options is ContinuityOptions {
  return STREAMS.some((stream) => Object.hasOwn(options, stream))
}

/** Scans on the element's stage, which is in the page for as long as the scan takes. */
function scanOverPage(options: ScanOptions): Promise<ScanResult> {
  defineScanElement()
  const element = document.createElement('stillhere-scan')
  // Only the stage is to be seen. It lies in the browser's top layer, so nothing here hides it.
  element.style.cssText = 'position: fixed; inset: 0 0 auto; height: 0; overflow: hidden'
  return new Promise((resolve) => {
    const stop = () => element.cancel()
    element.scan = ({ onProgress, signal }) => {
      const running = scan({ ...options, onProgress, signal })
      // The element tells of an end once its stage is closed and the focus is back where it was.
      const leave = () => {
        options.signal?.removeEventListener('abort', stop)
        element.remove()
        resolve(running)
      }
      element.addEventListener('stillhere-receipt', leave)
      element.addEventListener('stillhere-failure', leave)
      return running
    }
    options.signal?.addEventListener('abort', stop)
    ;(document.body ?? document.documentElement).append(element)
    element.start()
  })
}
