import type { Catalogs } from '../voice/follow-language.ts'

/** The badge's texts in other languages, each fetched where somebody reads it. */
export const CATALOGS: Catalogs = {
  de: () => import('./catalogs/de.ts'),
  es: () => import('./catalogs/es.ts'),
}
