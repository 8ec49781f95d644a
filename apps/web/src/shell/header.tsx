import { useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { place } from '../router.ts'
import { session } from '../session/session.ts'
import { say } from '../words/speak.ts'
import { AccountMenu } from './account-menu.tsx'
import { Mark } from './mark.tsx'
import { hrefOf, PAGES, type PageEntry, pageAt } from './pages.ts'

/** The name of the house and the ways through it: a line on wide screens, a bar at the thumb on phones. */
export function Header() {
  const pages = PAGES.filter(({ place: at }) => at === 'bar' || at === 'menu')
    .filter((page) => pageAt(hrefOf(page)))
    // Whoever is signed in has joined.
    .filter(({ name }) => name !== 'join' || session.value === null)
  return (
    <header class="header">
      <a class="brand" href="/" aria-label={say('Stillhere, home')}>
        <Mark />
        <span>Stillhere</span>
      </a>
      <nav class="ways" aria-label={say('Pages')}>
        <ul>
          {pages.map((page) => (
            <li key={page.name} class={`way-${page.place}`}>
              <Way page={page} />
            </li>
          ))}
          <li class="way-more">
            <Menu pages={pages} />
          </li>
        </ul>
      </nav>
      {session.value ? <AccountMenu who={session.value} /> : null}
    </header>
  )
}

function Way({ page }: { page: PageEntry }) {
  const isHere = place.value.url.pathname === hrefOf(page)
  return (
    <a href={hrefOf(page)} aria-current={isHere ? 'page' : undefined}>
      <Icon name={page.icon} />
      <span>{page.label}</span>
    </a>
  )
}

// The browser's own popover: Escape and a tap beside it close it, and the focus returns to the button.
function Menu({ pages }: { pages: readonly PageEntry[] }) {
  const list = useRef<HTMLDivElement>(null)
  return (
    <>
      <button type="button" popovertarget="menu">
        <Icon name="menu" />
        <span>{say('More')}</span>
      </button>
      <div id="menu" class="menu" popover="auto" ref={list}>
        <ul onClick={() => list.current?.hidePopover()}>
          {pages.map((page) => (
            <li key={page.name}>
              <Way page={page} />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
