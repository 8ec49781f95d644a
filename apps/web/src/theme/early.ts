import { chooseLanguage } from '@stillhere/messages'
import { readChoice } from '../words/choice.ts'
import { readTheme, showTheme } from './theme.ts'

// A plain script in the head, so that the first paint has the chosen colors, and no heading in another language than the page will speak:
// a document that was kept for offline may be in the language of last week.
showTheme(readTheme())
const { documentElement: root } = document
if (root.lang !== chooseLanguage([readChoice(), ...navigator.languages])) root.dataset['otherLanguage'] = ''
