import { type Continuity, type ContinuityOptions, verifyContinuity as judgeSamples } from '@stillhere/engine'
import type { Receipt } from '@stillhere/receipt'
import type { ScanOptions, ScanResult } from '../scan/options.ts'
import { scan } from '../scan/scan.ts'
import { defineScanElement } from './scan-element.ts'

/**
 * Judges the given samples: presence (EE-001) and the answer to the challenge (EE-003) must both pass.
 *
 * @returns the verdict with its scores.
 * @example
 * const { verdict } = verifyContinuity({ imuSamples: samples })
 */
export function verifyContinuity(options: ContinuityOptions): Continuity
/**
 * Scans the person at this device if no samples are given, and resolves to the receipt. Call it in the handler of a tap or click. The scan covers
 * the whole screen, in the page's language, unless the page shows it itself through `onProgress`.
 *
 * @returns the signed receipt.
 * @throws {ScanError} (as a rejection) when the scan ends without a receipt; `advice` says what to do next.
 * @example
 * button.onclick = () => verifyContinuity().then(send)
 */
export function verifyContinuity(options?: ScanOptions): Promise<Receipt>
/** Judges the given samples and returns the engine's result. Given options of a scan, or no argument, scans the person and resolves to the receipt. */
export function verifyContinuity(options?: ContinuityOptions | ScanOptions): Continuity | Promise<Receipt> {
  if (options !== undefined && !isScan(options)) return judgeSamples(options)
  return runScanForReceipt(options ?? {})
}

function runScanForReceipt(options: ScanOptions): Promise<Receipt> {
  const isDrawn = options.onProgress || options.signal?.aborted || !globalThis.document
  return (isDrawn ? scan(options) : runScanOverPage(options)).then(({ receipt }) => receipt)
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

// An undefined stream, null and an empty object are mistakes of the caller. Judging them fails with a reason. Only options of a scan, or no
// argument at all, start one.
function isScan(options: ContinuityOptions | ScanOptions): options is ScanOptions {
  if (typeof options !== 'object' || options === null) return false
  const isNamed = (name: string) => Object.hasOwn(options, name)
  return Object.keys(SCAN_OPTIONS).some(isNamed) && !STREAMS.some(isNamed)
}

/** Runs a scan on an element that is added to the page for its duration. */
function runScanOverPage(options: ScanOptions): Promise<ScanResult> {
  defineScanElement()
  const element = document.createElement('stillhere-scan')
  // Only the stage is visible. It is in the browser's top layer, so these styles don't hide it.
  element.style.cssText = 'position: fixed; inset: 0 0 auto; height: 0; overflow: hidden'
  return new Promise((resolve) => {
    const stop = () => element.cancel()
    element.scan = ({ onProgress, signal }) => {
      const running = scan({ ...options, onProgress, signal })
      // The element fires its event after the stage is closed and the focus is restored.
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
