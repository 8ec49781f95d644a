import type { Enrollment } from '@stillhere/contract'
import type { Receipt } from '@stillhere/receipt'
import type { ScanProgress } from '../capture/progress.ts'
import type { ScanError } from '../capture/scan-error.ts'
import type { ScanResult } from '../scan/options.ts'
import type { ScanElement } from './scan-element.ts'
import type { ScanState } from './screens/screen.ts'
import type { OwnWords } from './words.ts'

type Settable =
  | 'action'
  | 'audience'
  | 'camera'
  | 'challenge'
  | 'countdown'
  | 'disabled'
  | 'mode'
  | 'name'
  | 'nonce'
  | 'practice'
  | 'quiet'
  | 'required'
  | 'stage'
  | 'trace'

/**
 * The properties that a template can set on `<stillhere-scan>`. `key` is not among them: React and Preact reserve that name, so set it through
 * a `ref`.
 */
export type ScanProperties = {
  [P in Settable | 'enroll' | 'explain' | 'record' | 'scan']?: ScanElement[P] | undefined
} & {
  words?: OwnWords | undefined
}

/** The element's events under the names of a framework's listeners: `ScanListeners<'on'>` contains `onstillhere-receipt`. */
export type ScanListeners<Prefix extends string> = {
  [E in keyof ScanEvents as `${Prefix}${E}`]?: ((event: ScanEvents[E]) => void) | undefined
}

/** The events of the element. Each one bubbles and crosses shadow roots. */
export type ScanEvents = {
  'stillhere-state': CustomEvent<{ state: ScanState }>
  'stillhere-progress': CustomEvent<ScanProgress>
  'stillhere-receipt': CustomEvent<{ receipt: Receipt; result: ScanResult }>
  'stillhere-enrollment': CustomEvent<{ enrollment: Enrollment }>
  'stillhere-failure': CustomEvent<{ error: ScanError }>
}

declare global {
  interface HTMLElementTagNameMap {
    'stillhere-scan': ScanElement
  }
  interface GlobalEventHandlersEventMap extends ScanEvents {}
}
