import type { ComponentType } from 'preact'
import type { IconName } from '../parts/notice.tsx'
import { listAreas } from '../words/areas.ts'
import { loadWords, say } from '../words/speak.ts'

type PageModule = { Page: ComponentType }

/** A page of the app. `name` is its folder under pages/, its path and the name of its docs; `place` says where it's linked. */
export type PageEntry = {
  name: string
  label: string
  icon: IconName
  place: 'bar' | 'menu' | 'footer' | 'mail' | 'site' | 'link'
}

/**
 * Every page except Home. Pages with `bar` are always in the navigation; pages with `menu` are in it on wide screens, and in a menu on phones.
 * Pages with `mail`, `site` and `link` are reached only from a mail or a terminal, from a site, or by a shared link.
 */
export const PAGES: readonly PageEntry[] = [
  { name: 'scan', label: say('Scan'), icon: 'scan', place: 'bar' },
  { name: 'node', label: say('My node'), icon: 'node', place: 'bar' },
  { name: 'network', label: say('Network'), icon: 'network', place: 'bar' },
  { name: 'verify', label: say('Verify'), icon: 'verify', place: 'bar' },
  { name: 'receipts', label: say('Receipts'), icon: 'receipt', place: 'menu' },
  { name: 'join', label: say('Join'), icon: 'join', place: 'menu' },
  { name: 'agents', label: say('Agents'), icon: 'agent', place: 'menu' },
  { name: 'research', label: say('Research'), icon: 'research', place: 'menu' },
  { name: 'developers', label: say('Developers'), icon: 'code', place: 'menu' },
  { name: 'admin', label: say('Admin'), icon: 'admin', place: 'footer' },
  { name: 'setup', label: say('Set-up'), icon: 'admin', place: 'mail' },
  { name: 'waitlist', label: say('Ask for an invite'), icon: 'join', place: 'mail' },
  { name: 'confirm', label: say('Confirm'), icon: 'join', place: 'mail' },
  { name: 'check', label: say('Check'), icon: 'verify', place: 'site' },
  { name: 'approve', label: say('Approve'), icon: 'verify', place: 'site' },
  { name: 'r', label: say('Receipt'), icon: 'receipt', place: 'link' },
]

const HOME: PageEntry = { name: 'home', label: say('Home'), icon: 'home', place: 'footer' }
const MODULES = import.meta.glob<PageModule>('../pages/*/page.tsx')

/** Returns the page of the app at a path. Returns undefined if there is none. */
export function findPage(path: string): PageEntry | undefined {
  const name = path.replace(/^\/(?:(check|approve|r)\/[^/]+$)?|\/$/g, '$1')
  const page = name === '' ? HOME : PAGES.find((one) => one.name === name)
  return page && findModule(page) ? page : undefined
}

/**
 * Returns true if the page at this path is one that sites lead people to (a check or an approval). The service writes the request into its
 * document, so it must be loaded from the service and not opened within the app.
 */
export function isOfSite(path: string): boolean {
  return findPage(path)?.place === 'site'
}

/** Loads the message catalogs and the code of a page, and returns its component. Rejects if they can't be loaded. */
export async function loadPage(page: PageEntry): Promise<ComponentType> {
  const load = findModule(page)
  if (!load) throw new Error(`there is no page ${page.name}`)
  await loadWords(listAreas(page.name))
  return (await load()).Page
}

/** Returns the path of a page: "/" for Home, else its name after a slash. */
export function toHref({ name }: PageEntry): string {
  return name === 'home' ? '/' : `/${name}`
}

function findModule({ name }: PageEntry): (() => Promise<PageModule>) | undefined {
  return MODULES[`../pages/${name}/page.tsx`]
}
