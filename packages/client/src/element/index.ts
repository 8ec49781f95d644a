export type { ScanEvents } from './events.ts'
export { defineScanElement } from './register.ts'
export { ScanElement } from './scan-element.ts'
export type { ScanWords } from './words.ts'
