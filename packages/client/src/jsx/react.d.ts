// The element, with types of `<stillhere-scan>` for React 19, which sets properties and listens to the events of custom elements.
import type { ScanElement, ScanListeners, ScanProperties } from '@stillhere/client/element'
import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type Props = DetailedHTMLProps<HTMLAttributes<ScanElement>, ScanElement> & ScanProperties & ScanListeners<'on'>

export * from '@stillhere/client/element'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'stillhere-scan': Props
    }
  }
}
