import { LANGUAGE_NAMES, LANGUAGES } from '@stillhere/messages'
import { keepChoice } from '../words/choice.ts'
import { language, say } from '../words/speak.ts'

/** The languages of these pages. Choosing another loads the page again, in that language. */
export function LanguageChoice() {
  const choose = (chosen: string) => {
    keepChoice(chosen)
    location.reload()
  }
  return (
    <label class="row">
      <span>{say('Language')}</span>
      <select value={language} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
    </label>
  )
}
