// The element, with types of `<stillhere-scan>` for Preact, which sets properties and listens to the events of custom elements.
import type { BadgeElement } from '@stillhere/client/badge'
import type { ScanElement, ScanListeners, ScanProperties } from '@stillhere/client/element'
import type { HTMLAttributes } from 'preact'

type Props = HTMLAttributes<ScanElement> & ScanProperties & ScanListeners<'on'>

type BadgeProps = HTMLAttributes<BadgeElement> & {
  href?: string | undefined
  receipt?: string | undefined
  issuer?: string | undefined
}

export * from '@stillhere/client/element'

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'stillhere-scan': Props
      'stillhere-badge': BadgeProps
    }
  }
}
