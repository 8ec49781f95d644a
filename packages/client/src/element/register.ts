import { ScanElement } from './scan-element.ts'

/** Makes the element known to the page, once; does nothing where there is no page. */
export function defineScanElement(tag = 'stillhere-scan'): void {
  if (globalThis.customElements === undefined || customElements.get(tag) !== undefined) return
  // A class serves one name only, so each name gets its own.
  customElements.define(tag, class extends ScanElement {})
}

// The one module of the package that does something when it is imported.
defineScanElement()
