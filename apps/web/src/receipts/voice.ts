import type { Voice } from '@stillhere/client/receipt/view'
import { fill, language, say } from '../words/speak.ts'

/** Says in the reader's language what the receipt library says. Its texts are in the catalogue of verdicts. */
export const VOICE: Voice = { language, say: (text, values) => fill(translate(text), values) }

// The texts are the library's, so none is written here.
const translate: (text: string) => string = say
