// The element, with types of `<stillhere-scan>` for Solid, which sets properties of custom elements and listens with `on:`.
import type { ScanElement, ScanListeners, ScanProperties } from '@stillhere/client/element'
import type { JSX } from 'solid-js'

type Props = JSX.HTMLAttributes<ScanElement> & ScanProperties & Pick<Partial<ScanElement>, 'key'> & ScanListeners<'on:'>

export * from '@stillhere/client/element'

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'stillhere-scan': Props
    }
  }
}
