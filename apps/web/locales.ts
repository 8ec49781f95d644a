import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { LANGUAGES, type Language, type Messages } from '@stillhere/messages'
import type { Plugin } from 'vite'

/** The texts of a language, by area and id. */
export function readLocale(language: Language): Record<string, Messages> {
  return JSON.parse(readFileSync(new URL(`../../locales/${language}.json`, import.meta.url), 'utf8'))
}

/** Areas of the service's mails and commands, and of the scan element, which brings its own copy. */
const ELSEWHERE = ['element', 'mail', 'notices', 'terminal']

/** Writes each area of `locales/` that pages show into a file of its own, so that a page loads only what it needs. */
export function splitLocales(): Plugin {
  return {
    name: 'split-locales',
    buildStart() {
      for (const language of LANGUAGES.filter((one) => one !== 'en')) {
        const folder = new URL(`src/words/${language}/`, import.meta.url)
        rmSync(folder, { recursive: true, force: true })
        mkdirSync(folder)
        for (const [area, messages] of Object.entries(readLocale(language)))
          if (!ELSEWHERE.includes(area)) writeFileSync(new URL(`${area}.json`, folder), JSON.stringify(messages))
      }
    },
  }
}
