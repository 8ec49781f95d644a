import { Button } from '../parts/button.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { say } from '../words/speak.ts'

/** An address that nobody has: ways on, and a search of the docs. */
export function NotFound() {
  const ways = [
    ['/', say('Home')],
    ['/scan', say('Scan')],
    ['/verify', say('Verify a receipt')],
    ['/docs', say('Docs')],
    ['/status', say('Status')],
  ] as const
  return (
    <div class="stack">
      <PageHead title={say('Page not found')} lead={say('Check the address, search the docs, or go on from here.')} />
      <form class="row" role="search" onSubmit={search}>
        <label for="missing-search">{say('Search the docs')}</label>
        <input id="missing-search" name="q" type="search" class="missing-search" required />
        <Button type="submit">{say('Search')}</Button>
      </form>
      <ul class="row ways-on">
        {ways.map(([href, label]) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

// By script: the policy of the pages lets no form be sent.
function search(event: SubmitEvent): void {
  event.preventDefault()
  const query = new FormData(event.currentTarget as HTMLFormElement).get('q')
  location.assign(`/docs?q=${encodeURIComponent(typeof query === 'string' ? query : '')}`)
}
