import type { Catalogs } from '../voice/voice.ts'

/** The element's texts in other languages, each loaded when it is needed. */
export const CATALOGS: Catalogs = {
  de: () => import('./catalogs/de.ts'),
  es: () => import('./catalogs/es.ts'),
}
