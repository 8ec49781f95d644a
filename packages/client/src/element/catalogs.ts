import type { Catalogs } from '../voice/voice.ts'

/** The element's texts in other languages, each fetched where somebody reads it. */
export const CATALOGS: Catalogs = {
  de: () => import('./catalogs/de.ts'),
  es: () => import('./catalogs/es.ts'),
}
