import './style/tokens.css'
import './style/base.css'
// What the service writes into the document must stand right before any word is learned.
import './shell/shell.css'
import './shell/check-ask.css'
import { language, loadWords } from './words/speak.ts'

document.documentElement.lang = language
void speak()

// Words are looked up when the code that says them is loaded.
async function speak(): Promise<void> {
  await loadWords(['common'])
  await import('./start.tsx')
}
