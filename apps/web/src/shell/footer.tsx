import { Button } from '../parts/button.tsx'
import { session, signOut } from '../session/session.ts'
import { hrefOf, PAGES, pageAt } from './pages.ts'

/** What is seldom needed and must still be found: the API, the state of the service, the operator's room. */
export function Footer() {
  const rooms = PAGES.filter((page) => page.place === 'footer' && pageAt(hrefOf(page)))
  return (
    <footer class="footer small">
      <Who />
      <ul class="row">
        <li>
          <a href="/docs">API</a>
        </li>
        <li>
          <a href="/status">Status</a>
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
    </footer>
  )
}

function Who() {
  if (!session.value) return <p class="soft">Nobody is signed in in this tab.</p>
  return (
    <p class="row">
      <span>Signed in as {session.value.nodeHandle} in this tab.</span>
      <Button kind="quiet" onClick={signOut}>
        Sign out
      </Button>
    </p>
  )
}
