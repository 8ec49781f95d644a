import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { LANGUAGES, type Language, type Messages } from '@stillhere/messages'
import type { Plugin } from 'vite'

/** The texts of a language, by area and id. */
export function readLocale(language: Language): Record<string, Messages> {
  return JSON.parse(readFileSync(new URL(`../../locales/${language}.json`, import.meta.url), 'utf8'))
}

/** Writes each area of `locales/` into a file of its own, so that a page loads only the areas that it shows. */
export function splitLocales(): Plugin {
  return {
    name: 'split-locales',
    buildStart() {
      for (const language of LANGUAGES.filter((one) => one !== 'en')) {
        const folder = new URL(`src/words/${language}/`, import.meta.url)
        rmSync(folder, { recursive: true, force: true })
        mkdirSync(folder)
        for (const [area, messages] of Object.entries(readLocale(language)))
          writeFileSync(new URL(`${area}.json`, folder), JSON.stringify(messages))
      }
    },
  }
}
