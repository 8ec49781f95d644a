import { createSpeakers } from '../speakers.ts'
import { messages as german } from './catalogs/de.ts'
import { messages as spanish } from './catalogs/es.ts'

/** What the service writes into documents of pages, in each language; the pages say the same. */
export const SPEAKERS = createSpeakers({ de: german, es: spanish })
