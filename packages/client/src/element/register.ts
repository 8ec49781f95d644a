import { defineScanElement } from './scan-element.ts'

// The one module of the package that does something when it is imported.
defineScanElement()

export { defineScanElement }
