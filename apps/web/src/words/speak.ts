import {
  chooseLanguage,
  createSpeaker,
  type Language,
  LANGUAGES,
  type Messages,
  type Say,
  type SayCount,
} from '@stillhere/messages'

const KEPT = 'stillhere-language'
const CATALOGS = import.meta.glob<{ messages: Messages }>('./{de,es}/*.ts')

/** The language of these pages: the one that was chosen here, else the first of the browser's that is spoken. */
export const language: Language = chooseLanguage([readChoice(), ...(globalThis.navigator?.languages ?? [])])

const known: Record<string, Messages[string]> = {}
const speaker = createSpeaker(language, known)

/** A text in the reader's language. Its catalogue has to be there first: see `learnWords`. */
export const say: Say = speaker.say

/** A text that depends on a count, in the reader's language. */
export const sayCount: SayCount = speaker.sayCount

/** Puts values into a text that was said without them. */
export const fill = speaker.fill

/** Fetches the catalogues of these areas; English needs none. One that does not arrive leaves its area in English. */
export async function learnWords(areas: readonly string[]): Promise<void> {
  await Promise.all(
    areas.map(async (area) => {
      const catalog = await CATALOGS[`./${language}/${area}.ts`]?.().catch(() => undefined)
      Object.assign(known, catalog?.messages)
    }),
  )
}

/** Keeps a language for the next time. Pages are loaded again to speak it. */
export function chooseWords(chosen: string): void {
  if (!LANGUAGES.some((one) => one === chosen)) return
  try {
    localStorage.setItem(KEPT, chosen)
  } catch {
    // Without storage the browser's own language is spoken.
  }
}

function readChoice(): string {
  try {
    return localStorage.getItem(KEPT) ?? ''
  } catch {
    return ''
  }
}
