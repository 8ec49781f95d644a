import { WORDS } from './words.ts'

const MOST_SHOWN = 12

type Box = { input: HTMLInputElement; results: HTMLElement; status: HTMLElement; list: HTMLElement }

/**
 * Makes the search box of the docs work: "/" focuses it, the arrow keys move through the results, and Escape closes them. A `q` parameter in the
 * address is searched at once.
 */
export function startSearch(): void {
  const box = findBox()
  if (!box) return
  const { input, results } = box
  const search = input.closest('search')
  search?.removeAttribute('data-waiting')
  input.addEventListener('focus', () => void loadEntries().catch(() => undefined))
  input.addEventListener('input', () => void showHits(box))
  document.addEventListener('keydown', (event) => watchSlash(event, input))
  search?.addEventListener('keydown', (event) => handleArrowKeys(event, box))
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

/** Loads the search index when it is first needed. */
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
    // The query has changed meanwhile.
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

function watchSlash(event: KeyboardEvent, input: HTMLInputElement): void {
  const { target } = event
  const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  input.focus()
  input.select()
}

function handleArrowKeys(event: KeyboardEvent, { input, results, list }: Box): void {
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

/** One section in the search index: address, title of the page, heading, text. */
export type Entry = readonly [address: string, page: string, heading: string, text: string]

/** A section that matches the query, with an excerpt around the first match. */
type Hit = { address: string; page: string; heading: string; excerpt: string }

const TITLE = 12
const HEADING = 6
const TEXT = 1
const EXCERPT = 120

/**
 * Returns the sections of the docs that contain every word of a query, best first; matches in titles and headings and at the beginnings of words
 * count more. Sections of internals come after all others. Returns an empty list for an empty query.
 */
export function findEntries(entries: readonly Entry[], query: string): Hit[] {
  const words = splitWords(query)
  if (words.length === 0) return []
  const scored = entries.map((entry) => ({ entry, score: scoreEntry(entry, words) })).filter(({ score }) => score > 0)
  return scored
    .toSorted(
      (one, other) => Number(isInternal(one.entry)) - Number(isInternal(other.entry)) || other.score - one.score,
    )
    .map(({ entry: [address, page, heading, text] }) => ({
      address,
      page,
      heading,
      excerpt: createExcerpt(text, words),
    }))
}

function isInternal([address]: Entry): boolean {
  return address.startsWith('/docs/internals/')
}

function splitWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

function scoreEntry([address, page, heading, text]: Entry, words: readonly string[]): number {
  // The beginning of a page stands for its title; its sections do not.
  const title = address.includes('#') ? 1 : TITLE
  const scores = words.map(
    (word) => title * compareWord(page, word) + HEADING * compareWord(heading, word) + TEXT * compareWord(text, word),
  )
  return scores.every((score) => score > 0) ? scores.reduce((sum, score) => sum + score, 0) : 0
}

/** Returns how well a text contains a word: 3 as a whole word, 2 at the beginning of a word, 1 inside a word, 0 not at all. */
function compareWord(text: string, word: string): number {
  const lower = text.toLowerCase()
  let best = 0
  for (let at = lower.indexOf(word); at >= 0 && best < 3; at = lower.indexOf(word, at + 1)) {
    const begins = !isLetter(lower[at - 1])
    best = Math.max(best, begins ? (isLetter(lower[at + word.length]) ? 2 : 3) : 1)
  }
  return best
}

function isLetter(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{Letter}\p{Number}_]/u.test(sign)
}

function createExcerpt(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const at = Math.max(
    0,
    Math.min(...words.map((word) => lower.indexOf(word)).filter((place) => place >= 0), text.length),
  )
  const start = at < EXCERPT / 3 || at === text.length ? 0 : text.indexOf(' ', at - EXCERPT / 3) + 1
  const cut = text.slice(start, start + EXCERPT)
  return `${start > 0 ? '… ' : ''}${cut}${start + EXCERPT < text.length ? ' …' : ''}`
}
