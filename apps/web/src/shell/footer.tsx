import { LANGUAGE_NAMES, LANGUAGES } from '@stillhere/messages'
import { saveTheme, readTheme, type Theme } from '../theme/theme.ts'
import { saveChoice } from '../words/choice.ts'
import { language, say } from '../words/speak.ts'
import { toHref, findPage, PAGES } from './pages.ts'

/** Shows links that are rarely needed (docs, API, status, the operator's pages) and the choices of language and theme. */
export function Footer() {
  const rooms = PAGES.filter((page) => page.place === 'footer' && findPage(toHref(page)))
  return (
    <footer class="footer small">
      <ul class="row">
        <li>
          <a href="/docs" hreflang="en">
            {say('Docs')}
          </a>
        </li>
        <li>
          <a href="/docs/api">API</a>
        </li>
        <li>
          <a href="/status">{say('Status')}</a>
        </li>
        <li>
          <a href="/openapi.json">OpenAPI</a>
        </li>
        {rooms.map((page) => (
          <li key={page.name}>
            <a href={toHref(page)}>{page.label}</a>
          </li>
        ))}
      </ul>
      <div class="row">
        <LanguageChoice />
        <ThemeChoice />
      </div>
    </footer>
  )
}

/** The choice of light, dark or the system's theme. */
function ThemeChoice() {
  const names: Readonly<Record<Theme, string>> = { system: say('System'), light: say('Light'), dark: say('Dark') }
  return (
    <label class="row">
      <span>{say('Appearance')}</span>
      <select value={readTheme()} onChange={({ currentTarget }) => saveTheme(currentTarget.value as Theme)}>
        {Object.entries(names).map(([theme, name]) => (
          <option key={theme} value={theme}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The choice of language. A change reloads the page. */
function LanguageChoice() {
  const choose = (chosen: string) => {
    saveChoice(chosen)
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
