import { type Language, messageId } from '@stillhere/messages'
import { readLocale } from './locales.ts'
import { HEADINGS } from './src/shell/headings.ts'
import { listAreas } from './src/words/areas.ts'

/** The language of a document, its translated heading, and the message catalogs to preload. The heading is undefined if it depends on a request. */
export type Speech = { language: Language; heading: string | undefined; catalogs: string[] }

/**
 * Loads the heading of a page in a language, and lists the message catalogs that the page's document preloads. Throws if the heading isn't
 * translated.
 */
export function loadDocumentWords(language: Language, page: string): Speech {
  const english = HEADINGS[page]
  if (language === 'en') return { language, heading: english, catalogs: [] }
  const locale = readLocale(language)
  const areas = ['common', ...listAreas(page)].filter((area) => locale[area])
  const catalogs = areas.map((area) => `src/words/${language}/${area}.json`)
  if (english === undefined) return { language, heading: undefined, catalogs }
  const heading = areas.map((area) => locale[area]?.[messageId(english)]).find((one) => one !== undefined)
  if (typeof heading !== 'string')
    throw new Error(`locales/${language}.json doesn't translate the heading of ${page}: ${english}`)
  return { language, heading, catalogs }
}

type TranslatedFrame = Readonly<Record<Exclude<Language, 'en'>, string>>

/** The translations of the texts in index.html that are for people without scripts and for link previews. */
const FRAME: Readonly<Record<string, TranslatedFrame>> = {
  '<html lang="en"': { de: '<html lang="de"', es: '<html lang="es"' },
  'Follow six strokes with your phone and get a signed receipt of presence that anyone can check offline.': {
    de: 'Folge sechs Pfeilen mit dem Handy und erhalte einen signierten Anwesenheitsbeleg, den alle offline prüfen können.',
    es: 'Sigue seis flechas con el teléfono y obtén un recibo firmado de presencia que cualquiera puede comprobar sin conexión.',
  },
  'Follow six arrows with your phone and get a signed receipt that anyone can check offline.': {
    de: 'Folge sechs Pfeilen mit dem Handy und erhalte einen signierten Beleg, den alle offline prüfen können.',
    es: 'Sigue seis flechas con el teléfono y obtén un recibo firmado que cualquiera puede comprobar sin conexión.',
  },
  'Stillhere: a signed receipt of presence': {
    de: 'Stillhere: ein signierter Anwesenheitsbeleg',
    es: 'Stillhere: un recibo firmado de presencia',
  },
  'These pages need JavaScript. Everything they do is also there for programs: <a href="/docs/api">the API</a>.': {
    de: 'Diese Seiten brauchen JavaScript. Alles, was sie tun, gibt es auch für Programme: <a href="/docs/api">die API</a>.',
    es: 'Estas páginas necesitan JavaScript. Todo lo que hacen está también al alcance de los programas: <a href="/docs/api">la API</a>.',
  },
}

/**
 * Translates the fixed texts in index.html: language attribute, description and notice about JavaScript. Throws if index.html no longer contains
 * one of the English texts.
 */
export function translateFrame(index: string, language: Language): string {
  if (language === 'en') return index
  return Object.entries(FRAME).reduce((document, [english, translated]) => {
    if (!document.includes(english)) throw new Error(`index.html does not say any more: ${english}`)
    return document.replaceAll(english, () => translated[language])
  }, index)
}
