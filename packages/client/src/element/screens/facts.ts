import { make } from '../dom.ts'

/** One named fact of a list. */
export function fact(name: string, text: string): HTMLElement {
  return make('div', {}, make('dt', {}, name), make('dd', {}, text))
}

/** A list of facts; those that are null are left out. */
export function facts(...rows: (HTMLElement | null)[]): HTMLElement {
  return make('dl', { part: 'facts' }, ...rows.filter((row) => row !== null))
}
