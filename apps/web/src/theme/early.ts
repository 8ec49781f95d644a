import { chooseLanguage } from '@stillhere/messages'
import { readTheme, showTheme } from './theme.ts'

// A plain script in the head, so that the first paint has the chosen colors, and no English heading for those who read another language.
showTheme(readTheme())
document.documentElement.lang = chooseLanguage([readLanguage(), ...navigator.languages])

function readLanguage(): string {
  try {
    return localStorage.getItem('stillhere-language') ?? ''
  } catch {
    return ''
  }
}
