import '../style/tokens.css'
import '../style/base.css'
import '../shell/shell.css'
import './docs.css'
import { saveTheme, readTheme, type Theme } from '../theme/theme.ts'
import { startSearch } from './search-box.ts'
import { WORDS } from './words.ts'

// Everything here can be read without this script; it adds what takes one.
startThemeSwitch()

/** Shows the theme selector in the footer of the docs and makes it work. Without JavaScript it stays hidden. */
export function startThemeSwitch(): void {
  const select = document.querySelector<HTMLSelectElement>('#theme')
  if (!select) return
  select.value = readTheme()
  select.addEventListener('change', () => saveTheme(select.value as Theme))
  select.parentElement?.removeAttribute('hidden')
}

addCopyButtons()

/** Adds a button to every code block that copies its code. Without clipboard access, a press selects the code instead. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = WORDS.copy
    button.addEventListener('click', () => void copyCode(block, button))
    block.append(button)
  }
}

async function copyCode(block: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const code = block.querySelector('code')
  if (!code) return
  try {
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = WORDS.copied
  } catch {
    // Plain HTTP has no clipboard: what is selected can be copied by hand.
    getSelection()?.selectAllChildren(code)
    button.textContent = WORDS.selected
  }
}

const KEY = 'stillhere-code-language'

watchTabs()

/** Shows all tabbed examples in the programming language that the person last selected, and stores a new selection for this browser tab. */
export function watchTabs(): void {
  showLanguage(sessionStorage.getItem(KEY))
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('.tabs > input')) return
    const language = target.labels?.[0]?.textContent ?? ''
    sessionStorage.setItem(KEY, language)
    showLanguage(language)
  })
}

function showLanguage(language: string | null): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('.tabs > input'))
    if (input.labels?.[0]?.textContent === language) input.checked = true
}

startSearch()
openContents()
handleOldAnchors()

/** Opens the sidebar on wide screens and scrolls it to the current page; closes it on narrow screens. */
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

/** Redirects old addresses of the API reference, which was at /docs, such as /docs#getHealth. */
function handleOldAnchors(): void {
  const id = location.hash.slice(1)
  if (location.pathname === '/docs' && /^[a-z]+[A-Z]\w+$/.test(id) && !document.getElementById(id))
    location.replace(`/docs/api#${id}`)
}
