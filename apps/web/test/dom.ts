import { expect, vi } from 'vitest'

/** An answer of the service: JSON with 200, or the response of a function. */
type Answer = object | ((body: Record<string, unknown>, request: Request) => Response | Promise<Response>)

type Opening = {
  /** The facts that the service wrote into the document of a check or an approval; null where there are none. */
  facts?: object | null
  /** Answers by method and path: `'POST /api/checks/c-7/open'`. Other calls fail, and the test with them. */
  answers?: Readonly<Record<string, Answer>>
  /** A phone is touched and has motion sensors. */
  isPhone?: boolean
  language?: 'en' | 'de' | 'es'
  /** The node that is signed in. */
  who?: { email: string; nodeHandle: string }
  /** What the browser has stored before. */
  stored?: Readonly<Record<string, string>>
}

type Call = { name: string; body: Record<string, unknown>; headers: Headers }

export type DomPage = {
  /** Every call to the service so far. */
  calls: readonly Call[]
  /** Where the page has left to, address by address. */
  left: readonly string[]
  /** The words of the page, as people read them. */
  read: () => string
  /** Waits until the page says this. */
  says: (words: string) => Promise<void>
  find: (selector: string, text?: string) => HTMLElement | undefined
  /** Where the link with this text leads; undefined where there is none. */
  hrefOf: (text: string) => string | undefined
  press: (name: string) => Promise<void>
  /** Types into the field with this label. */
  fill: (label: string, value: string) => Promise<void>
  /** Changes what the service answers from now on. */
  answer: (answers: Readonly<Record<string, Answer>>) => void
}

const ORIGIN = 'https://stillhere.example'
// Only a failure lasts as long.
const PATIENT = { timeout: 30_000 }
const TOUCH = '(pointer: coarse)'

/**
 * Loads the app at a path, as a browser does after the document has arrived: every module anew, nothing stored, and a service that
 * answers what the test says. Only layout and devices are missing; tests of these open a browser.
 */
export async function openDom(path: string, opening: Opening = {}): Promise<DomPage> {
  const { facts, answers = {}, isPhone = false, language = 'en', who, stored = {} } = opening
  await leavePage()
  vi.resetModules()
  const page = describeWindow(path, { isPhone, language })
  page.localStorage.clear()
  page.sessionStorage.clear()
  document.cookie = `stillhere-language=${language}; path=/`
  if (who) page.localStorage.setItem('stillhere-who', JSON.stringify(who))
  for (const [name, value] of Object.entries(stored)) page.localStorage.setItem(name, value)
  document.body.innerHTML = `<div id="app"></div><script type="application/json" id="request"></script>`
  const block = document.getElementById('request')
  if (block) block.textContent = JSON.stringify(facts ?? null)
  const service = createService({ 'GET /api/session': describeSession(who), ...answers })
  vi.stubGlobal('fetch', service.fetch)
  const left: string[] = []
  vi.spyOn(location, 'replace').mockImplementation((url) => void left.push(String(url)))
  await import('../src/main.tsx')
  await vi.waitFor(() => expect(document.querySelector('.shell main h1')?.textContent).toBeTruthy(), PATIENT)
  return { ...actions, left, calls: service.calls, answer: service.answer }
}

const INTERNALS = { setFormValue: () => undefined, setValidity: () => undefined, states: new Set() }

/** Leaves the page, and gives back all that a test replaced. */
export async function closeDom(): Promise<void> {
  await leavePage()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // A page that was left may still be about to ask; no test asks the network.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no page is open')))
}

/** Takes the page away by the modules that drew it. */
async function leavePage(): Promise<void> {
  // Code on its way would be evaluated among the modules of the next page.
  await vi.dynamicImportSettled()
  const { render } = await import('preact')
  const root = document.getElementById('app')
  if (root) render(null, root)
}

function describeWindow(path: string, { isPhone, language }: Required<Pick<Opening, 'isPhone' | 'language'>>) {
  const page = window as unknown as Window & { happyDOM: { setURL: (url: string) => void } }
  page.happyDOM.setURL(ORIGIN + path)
  // Missing in happy-dom.
  HTMLElement.prototype.attachInternals = () => INTERNALS as unknown as ElementInternals
  vi.stubGlobal('isSecureContext', true)
  Object.defineProperty(page, 'opener', { value: null, writable: true, configurable: true })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === TOUCH && isPhone,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal('DeviceMotionEvent', isPhone ? class extends Event {} : undefined)
  if (!isPhone) Reflect.deleteProperty(globalThis, 'DeviceMotionEvent')
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
  return page
}

function describeSession(who: Opening['who']): object {
  if (!who) return { session: null }
  const { email, nodeHandle } = who
  const session = { email, node_handle: nodeHandle, status: 'ACTIVE', device_name: 'Chrome on Linux', scans_left: 2 }
  return { session: { ...session, expires_at: '2100-01-01T00:00:00.000Z' } }
}

function createService(first: Readonly<Record<string, Answer>>) {
  let answers = first
  const calls: Call[] = []
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(new URL(input instanceof Request ? input.url : input, ORIGIN), init)
    const { pathname, origin } = new URL(request.url)
    const name = `${request.method} ${pathname}`
    const text = typeof init?.body === 'string' ? init.body : ''
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
    calls.push({ name, body, headers: request.headers })
    const answer = origin === ORIGIN ? answers[name] : undefined
    if (answer === undefined) throw new TypeError(`nothing answers ${name}`)
    return typeof answer === 'function' ? answer(body, request) : Response.json(answer)
  }
  const answer = (more: Readonly<Record<string, Answer>>) => {
    answers = { ...answers, ...more }
  }
  return { calls, fetch, answer }
}

/** A refusal in the form of the service, with the seconds to wait where it names them. */
export function refuse(
  status: number,
  error: string,
  { retryAfter, ...more }: { retryAfter?: number; [field: string]: unknown } = {},
): () => Response {
  const problem = { type: '/docs/errors', title: error, status, error, detail: error, ...more }
  const wait = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  const headers = { 'content-type': 'application/problem+json', ...wait }
  return () => new Response(JSON.stringify(problem), { status, headers })
}

/** The refusal of a field whose text is malformed. */
export const refuseField = (pointer: string) =>
  refuse(400, 'INVALID_REQUEST', { errors: [{ pointer, message: 'malformed' }] })

/** A service that can't be reached. */
export const noAnswer = () => Promise.reject(new TypeError('the service is away'))

/** News of a check, as a stream that stays open; `tell` adds to what was said last. */
export function createNews(...first: readonly object[]): { answer: () => Response; tell: (news: object) => void } {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  const tell = (news: object) => control?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(news)}\n\n`))
  const start = (opened: ReadableStreamDefaultController<Uint8Array>) => {
    control = opened
    first.forEach(tell)
  }
  return {
    tell,
    answer: () => new Response(new ReadableStream({ start }), { headers: { 'content-type': 'text/event-stream' } }),
  }
}

const read = () => (document.querySelector('.shell')?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

/** Waits until what it expects holds. */
export const waitFor = (check: () => void) => vi.waitFor(check, PATIENT)

const says = (words: string) => waitFor(() => expect(read()).toContain(words))

function find(selector: string, text?: string): HTMLElement | undefined {
  const found = [...document.querySelectorAll<HTMLElement>(selector)]
  return text === undefined ? found[0] : found.find((one) => one.textContent?.trim() === text)
}

async function press(name: string): Promise<void> {
  const button = await vi.waitFor(() => {
    const found = find('button, a, [role=button], summary', name)
    if (!found || found.matches('[aria-disabled=true], :disabled')) throw new Error(`no button ${name} in: ${read()}`)
    return found
  }, PATIENT)
  button.click()
}

async function fill(label: string, value: string): Promise<void> {
  const field = await vi.waitFor(() => {
    const named = find('label', label) as HTMLLabelElement | undefined
    const found = named && document.getElementById(named.htmlFor)
    if (!found) throw new Error(`no field ${label} in: ${read()}`)
    return found as HTMLInputElement
  }, PATIENT)
  // Leaves the field before, too.
  field.focus()
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const hrefOf = (text: string) => (find('a', text) as HTMLAnchorElement | undefined)?.href

const actions = { read, says, find, hrefOf, press, fill }
