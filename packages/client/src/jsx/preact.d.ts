// The element, with types of `<stillhere-scan>` for Preact, which sets properties and listens to the events of custom elements.
import type { ScanElement, ScanListeners, ScanProperties } from '@stillhere/client/element'
import type { HTMLAttributes } from 'preact'

type Props = HTMLAttributes<ScanElement> & ScanProperties & ScanListeners<'on'>

export * from '@stillhere/client/element'

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'stillhere-scan': Props
    }
  }
}
