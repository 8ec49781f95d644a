// The element, with types of `<stillhere-scan>` for React 18, which knows only attributes of custom elements: properties and events go through a `ref`.
import type { ScanElement } from '@stillhere/client/element'
import type { DetailedHTMLProps, HTMLAttributes } from 'react'

// React 18 writes `false` as the text "false", and an attribute that is there is on, whatever it says.
type Flag = true | '' | undefined

type Props = DetailedHTMLProps<HTMLAttributes<ScanElement>, ScanElement> & {
  action?: string | undefined
  audience?: string | undefined
  countdown?: number | undefined
  mode?: ScanElement['mode'] | undefined
  name?: string | undefined
  nonce?: string | undefined
  camera?: Flag
  disabled?: Flag
  practice?: Flag | 'always'
  quiet?: Flag
  required?: Flag
  stage?: ScanElement['stage'] | undefined
  trace?: Flag
}

export * from '@stillhere/client/element'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'stillhere-scan': Props
    }
  }
}
