import { type Continuity, type ContinuityOptions, verifyContinuity as judgeSamples } from '@stillhere/engine'
import type { Receipt } from '@stillhere/receipt'
import type { ScanOptions } from './options.ts'
import { scan } from './scan.ts'

/** Judges given samples by the two-stage rule, at once. */
export function verifyContinuity(options: ContinuityOptions): Continuity
/** Without samples: scans the person at this device and resolves to the receipt. Call it in the handler of a tap. */
export function verifyContinuity(options?: ScanOptions): Promise<Receipt>
export function verifyContinuity(options?: ContinuityOptions | ScanOptions): Continuity | Promise<Receipt> {
  if (isGiven(options)) return judgeSamples(options)
  return scan(options).then(({ receipt }) => receipt)
}

const STREAMS = ['imuSamples', 'cameraSamples', 'frames', 'timestamps', 'challengeResults']

// A stream that is there but undefined is a caller's mistake to be judged, not a wish to scan.
function isGiven(options: ContinuityOptions | ScanOptions | undefined): options is ContinuityOptions {
  return typeof options === 'object' && options !== null && STREAMS.some((stream) => Object.hasOwn(options, stream))
}
