import type { ScanEvents } from './events.ts'
import type { ScanElement } from './scan-element.ts'
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
 * What a template may set on `<stillhere-scan>`, where the framework sets properties. `key` is not among them: React and Preact keep
 * that name for themselves, so it is set through a `ref`.
 */
export type ScanProperties = {
  [P in Settable | 'enroll' | 'explain' | 'record' | 'scan']?: ScanElement[P] | undefined
} & {
  words?: OwnWords | undefined
}

/** The events of the element under the names of a framework's listeners: `ScanListeners<'on'>` has `onstillhere-receipt`. */
export type ScanListeners<Prefix extends string> = {
  [E in keyof ScanEvents as `${Prefix}${E}`]?: ((event: ScanEvents[E]) => void) | undefined
}
