import { type Entry, findEntries, type Hit } from './search.ts'
import { WORDS } from './words.ts'

const MOST_SHOWN = 12

type Box = { input: HTMLInputElement; results: HTMLElement; status: HTMLElement; list: HTMLElement }

/** Makes the search work: "/" leads to it, arrows walk through what it found, Esc closes it. */
export function startSearch(): void {
  const box = findBox()
  if (!box) return
  const { input, results } = box
  const search = input.closest('search')
  search?.removeAttribute('data-waiting')
  input.addEventListener('focus', () => void loadEntries().catch(() => undefined))
  input.addEventListener('input', () => void showHits(box))
  document.addEventListener('keydown', (event) => focusBySlash(event, input))
  search?.addEventListener('keydown', (event) => walkHits(event, box))
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Node && search?.contains(target))) results.hidden = true
  })
  const asked = new URL(location.href).searchParams.get('q')
  if (asked) {
    input.value = asked
    input.focus()
    void showHits(box)
  }
}

function findBox(): Box | undefined {
  const input = document.querySelector<HTMLInputElement>('#docs-query')
  const results = document.querySelector<HTMLElement>('.docs-results')
  const status = results?.querySelector<HTMLElement>('[role=status]')
  const list = results?.querySelector<HTMLElement>('ul')
  return input && results && status && list ? { input, results, status, list } : undefined
}

let loading: Promise<readonly Entry[]> | undefined

/** Fetched when somebody first looks for something. */
function loadEntries(): Promise<readonly Entry[]> {
  loading ??= fetchEntries().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function fetchEntries(): Promise<readonly Entry[]> {
  const answer = await fetch(document.documentElement.dataset['search'] ?? '')
  if (!answer.ok) throw new Error(`the search index answered ${answer.status}`)
  return (await answer.json()) as readonly Entry[]
}

async function showHits({ input, results, status, list }: Box): Promise<void> {
  const query = input.value
  results.hidden = query.trim() === ''
  if (results.hidden) return
  if (list.childElementCount === 0) status.textContent = WORDS.searching
  try {
    const hits = findEntries(await loadEntries(), query)
    // Somebody has typed on meanwhile.
    if (query !== input.value) return
    const shown = hits.slice(0, MOST_SHOWN)
    list.replaceChildren(...shown.map(drawHit))
    status.textContent = describeCount(shown.length, hits.length)
  } catch {
    status.textContent = WORDS.unreachable
  }
}

function describeCount(shown: number, count: number): string {
  if (count === 0) return WORDS.nothing
  return shown < count ? WORDS.foundMore(shown, count) : WORDS.found(count)
}

function drawHit({ address, page, heading, excerpt }: Hit): HTMLElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = address
  const title = document.createElement('strong')
  title.textContent = heading === '' ? page : `${page}: ${heading}`
  const text = document.createElement('span')
  text.className = 'small soft'
  text.textContent = excerpt
  link.append(title, text)
  item.append(link)
  return item
}

function focusBySlash(event: KeyboardEvent, input: HTMLInputElement): void {
  const { target } = event
  const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  input.focus()
  input.select()
}

function walkHits(event: KeyboardEvent, { input, results, list }: Box): void {
  const links = [...list.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  if (event.key === 'Escape') {
    results.hidden = true
    input.focus()
  } else if (event.key === 'ArrowDown') links[at + 1]?.focus()
  else if (event.key === 'ArrowUp') (links[at - 1] ?? input).focus()
  else if (event.key === 'Enter' && document.activeElement === input) links[0]?.click()
  else return
  event.preventDefault()
}
