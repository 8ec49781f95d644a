import { say } from '../words/speak.ts'
import { LanguageChoice } from './language-choice.tsx'
import { hrefOf, PAGES, pageAt } from './pages.ts'
import { ThemeChoice } from './theme-choice.tsx'

/** What is seldom needed and must still be found: the API, the state of the service, the operator's room. */
export function Footer() {
  const rooms = PAGES.filter((page) => page.place === 'footer' && pageAt(hrefOf(page)))
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
            <a href={hrefOf(page)}>{page.label}</a>
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
