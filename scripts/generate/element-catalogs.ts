import { join } from 'node:path'
import { messageId } from '@stillhere/messages'
import { readSources } from '../layers.ts'
import { collectTexts, type Language, OTHERS, parseSources, readLocale } from '../messages.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** The texts of `<stillhere-scan>`, by their English: the published client can read nothing outside its folder. */
export const ELEMENT_CATALOG_FILES = OTHERS.map((language) => ({
  path: `packages/client/src/element/catalogs/${language}.ts`,
  renew: () => writeCatalog(language),
}))

function writeCatalog(language: Language): string {
  const messages = readLocale(language)['element'] ?? {}
  const sources = readSources(ROOT).filter(({ path }) =>
    /^packages\/(?:(?:client|engine)\/src\/|receipt\/src\/view\/levels\.ts$)/.test(path),
  )
  const texts = [...(collectTexts(parseSources(sources)).get('element')?.keys() ?? [])].toSorted()
  const lines = texts.map((text) => `  ${JSON.stringify(text)}: ${JSON.stringify(messages[messageId(text)])},`)
  return `// Written by npm run generate from locales/${language}.json.
import type { Catalog } from '../../voice/voice.ts'

export const messages: Catalog = {
${lines.join('\n')}
}
`
}
