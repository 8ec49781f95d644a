import { useRef } from 'preact/hooks'
import { Icon } from '../parts/notice.tsx'
import { useAction } from '../parts/request.ts'
import { place } from '../router.ts'
import { session, type Session } from '../session/session.ts'
import { signOut as leave } from '../sign-in/sign-in.ts'
import { say } from '../words/speak.ts'
import { toHref, findPage, type PageEntry, PAGES } from './pages.ts'

/** Shows the site's name, the navigation (a line on wide screens, a bar at the bottom on phones), and the account menu of a signed-in person. */
export function Header() {
  const pages = PAGES.filter(({ place: at }) => at === 'bar' || at === 'menu')
    .filter((page) => findPage(toHref(page)))
    // A signed-in person has joined already.
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
  const isHere = place.value.url.pathname === toHref(page)
  return (
    <a href={toHref(page)} aria-current={isHere ? 'page' : undefined}>
      <Icon name={page.icon} />
      <span>{page.label}</span>
    </a>
  )
}

// The browser's popover closes on Escape and on a tap outside, and returns the focus to the button.
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

/** The menu of the signed-in person. The browser's popover closes it on Escape and on a tap outside. */
function AccountMenu({ who: { nodeHandle, email } }: { who: Session }) {
  const list = useRef<HTMLDivElement>(null)
  const { run, isBusy, error } = useAction()
  const signOut = async () => {
    await leave()
    // The button disappears with the session, so the focus moves to the heading.
    document.querySelector<HTMLElement>('main h1')?.focus()
  }
  const close = () => list.current?.hidePopover()
  return (
    <div class="account">
      <button type="button" popovertarget="account" aria-label={ACCOUNT_WORDS.label(nodeHandle)}>
        <Icon name="node" />
        <span class="account-name">{nodeHandle}</span>
      </button>
      <div id="account" class="menu account-menu" popover="auto" ref={list}>
        <p class="small soft">{ACCOUNT_WORDS.signedInAs}</p>
        <p class="account-who">
          <strong>{nodeHandle}</strong>
          <span class="small soft">{email}</span>
        </p>
        <ul onClick={close}>
          <li>
            <a href="/node">{ACCOUNT_WORDS.node}</a>
          </li>
          <li>
            <a href="/node?view=receipts">{ACCOUNT_WORDS.receipts}</a>
          </li>
          <li>
            <a href="/node?view=access">{ACCOUNT_WORDS.devices}</a>
          </li>
        </ul>
        <button type="button" aria-disabled={isBusy} onClick={() => run(signOut)}>
          {ACCOUNT_WORDS.signOut}
        </button>
        <p role="alert" class="small">
          {error ? ACCOUNT_WORDS.failed : ''}
        </p>
      </div>
    </div>
  )
}

/** The mark: a quiet circle, and the tremor of a hand. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <circle cx="16" cy="16" r="14" stroke="currentColor" stroke-width="2" />
      <path class="mark-pen" d="M5 16h5l2.5-5 3.5 10 3-7 1.5 2h2.5" stroke-width="2.25" />
      <circle class="mark-tip" cx="25" cy="16" r="2" />
    </svg>
  )
}

/** What the account menu says. */
const ACCOUNT_WORDS = {
  label: (nodeHandle: string) => say('Account: {handle}', { handle: nodeHandle }),
  signedInAs: say('Signed in as'),
  node: say('My node'),
  receipts: say('Receipts'),
  devices: say('Devices and sign-in'),
  signOut: say('Sign out'),
  failed: say('We couldn’t sign you out. Check your connection and try again.'),
} as const
