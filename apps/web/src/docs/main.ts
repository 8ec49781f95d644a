import '../style/tokens.css'
import '../style/base.css'
import '../shell/shell.css'
import './docs.css'
import { addCopyButtons } from './copy.ts'
import { startSearch } from './search-box.ts'
import { rememberTabs } from './tabs.ts'
import { startThemeSwitch } from './theme-switch.ts'

// Everything here can be read without this script; it adds what takes one.
startThemeSwitch()
addCopyButtons()
rememberTabs()
startSearch()
openContents()
leadToApi()

/** On a wide screen the contents are open, and the current page is in sight. */
function openContents(): void {
  const details = document.querySelector<HTMLDetailsElement>('.docs-sidebar details')
  const isWide = matchMedia('(min-width: 66rem)')
  const show = () => {
    if (!details) return
    details.open = isWide.matches
    const nav = details.closest('nav')
    const current = details.querySelector<HTMLElement>('[aria-current]')
    if (nav && current) nav.scrollTop = current.offsetTop - nav.clientHeight / 2
  }
  isWide.addEventListener('change', show)
  show()
}

/** The API stood at /docs before, and others link to its calls: /docs#getHealth. */
function leadToApi(): void {
  const id = location.hash.slice(1)
  if (location.pathname === '/docs' && /^[a-z]+[A-Z]\w+$/.test(id) && !document.getElementById(id))
    location.replace(`/docs/api#${id}`)
}
