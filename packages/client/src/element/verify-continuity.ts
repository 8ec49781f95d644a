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
export function verifyContinuity(options?: ContinuityOptions | ScanOptions): Continuity | Promise<Receipt> {
  if (options !== undefined && !isScan(options)) return judgeSamples(options)
  return scanForReceipt(options ?? {})
}

function scanForReceipt(options: ScanOptions): Promise<Receipt> {
  const isDrawn = options.onProgress || options.signal?.aborted || !globalThis.document
  return (isDrawn ? scan(options) : scanOverPage(options)).then(({ receipt }) => receipt)
}

const STREAMS = ['imuSamples', 'cameraSamples', 'frames', 'timestamps', 'challengeResults']
const SCAN_OPTIONS = {
  onProgress: true,
  signal: true,
  camera: true,
  mode: true,
  countdownSeconds: true,
  source: true,
  challenge: true,
  key: true,
  subject: true,
  audience: true,
  action: true,
  nonce: true,
  now: true,
} satisfies Record<keyof ScanOptions, true>

// A stream that is there but undefined, null and an empty object are mistakes of the caller. They are judged, which fails with the
// reason in words; only a caller who names something of a scan, or nothing at all, wants one.
function isScan(options: ContinuityOptions | ScanOptions): options is ScanOptions {
  if (typeof options !== 'object' || options === null) return false
  const isNamed = (name: string) => Object.hasOwn(options, name)
  return Object.keys(SCAN_OPTIONS).some(isNamed) && !STREAMS.some(isNamed)
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
