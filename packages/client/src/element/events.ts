import type { Enrollment } from '@stillhere/contract'
import type { Receipt } from '@stillhere/receipt'
import type { ScanProgress } from '../capture/progress.ts'
import type { ScanError } from '../capture/scan-error.ts'
import type { ScanResult } from '../scan/options.ts'
import type { ScanElement } from './scan-element.ts'
import type { ScanState } from './screens/screen.ts'

/** What the element tells the page; every event bubbles, also out of other components. */
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
