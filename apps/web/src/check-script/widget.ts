import { watchCheck, type CheckNews } from '../parts/follow-check.ts'
import type { Options } from './options.ts'
import { selectWords, type Words } from './words.ts'

/** The controls of one check button on a site's page. `reset` returns it to its initial state. */
export type Widget = { getResponse: () => string; reset: () => void }

type StartedCheck = { id: string; url: string; token: string; open_secret: string; number: string }

// How long siteverify accepts the response.
const GOOD_MS = 5 * 60_000
// A window that hasn't requested the secret by then can't, and asks the person for the number.
const HANDED_MS = 3000
const LOOK_MS = 1500
const POPUP = 'popup,width=480,height=780'

/**
 * Draws a check button into the element `place` and returns its controls. A press starts a check at `serviceUrl` and opens the check's page in a
 * window. When the check passes, the hidden form fields receive the response for siteverify.
 */
export function createWidget(place: HTMLElement, options: Options, serviceUrl: string): Widget {
  const words = selectWords(place)
  const { button, tell, fill } = drawView(place, options.fields, words)
  let response = ''
  let isUnderWay = false
  let isJoined = false
  let stop = () => {}

  // Not disabled, because a disabled button loses the focus.
  let isReady = true
  const show = (label: string, ready: boolean) => {
    isReady = ready
    button.textContent = label
    button.setAttribute('aria-disabled', String(!ready))
  }
  const rest = (label: string, text: string) => {
    stop()
    isUnderWay = false
    response = ''
    fill('')
    show(label, true)
    tell(text)
  }
  const fail = (text: string, code: string) => {
    rest(words.again, text)
    options.onError?.(code)
  }
  const pass = (given: string) => {
    stop()
    isUnderWay = false
    response = given
    fill(given)
    show(words.passed, false)
    tell(words.done)
    const timer = setTimeout(() => {
      rest(words.again, words.expired)
      options.onExpired?.('')
    }, GOOD_MS)
    stop = () => clearTimeout(timer)
    options.onPassed?.(given)
  }
  const hear = ({ status, joined, response: given }: CheckNews) => {
    if (joined !== isJoined) tell(joined ? words.joined : words.waiting)
    isJoined = joined
    if (status === 'passed' && given !== undefined) pass(given)
    else if (status !== 'open') fail(words.failed, status)
  }
  const follow = (started: StartedCheck, opened: Window | null) => {
    const { id, url, token, number } = started
    const onRefused = () => fail(words.failed, 'gone')
    const unfollow = watchCheck({ url: `${serviceUrl}/api/checks/${id}/events`, token, onTold: hear, onRefused })
    const asks = opened ? [words.waiting] : [words.blocked, createLink(url, words.open)]
    const tellNumber = () => tell(...asks, ` ${words.number} ${number}`)
    const timer = setTimeout(tellNumber, HANDED_MS)
    let watch: ReturnType<typeof setInterval> | undefined
    const unhand = sendSecret(started, (page) => {
      clearTimeout(timer)
      clearInterval(watch)
      tell(words.waiting)
      // With a phone the check continues without the window.
      watch = setInterval(() => page.closed && !isJoined && tell(words.closed), LOOK_MS)
    })
    stop = () => {
      clearTimeout(timer)
      clearInterval(watch)
      unhand()
      unfollow()
    }
    if (opened) tell(...asks)
    else tellNumber()
  }
  const start = async () => {
    if (!isReady) return undefined
    stop()
    isUnderWay = true
    isJoined = false
    show(words.start, false)
    // Opened in the click, or browsers block it. Its address is known only later.
    const opened = open('about:blank', '_blank', matchMedia('(pointer: fine)').matches ? POPUP : '')
    const started = await createCheck(serviceUrl, options)
    if (typeof started === 'string') {
      opened?.close()
      return fail(words[started], 'not-started')
    }
    // A person who closed the window can start again.
    show(words.again, true)
    opened?.location.replace(started.url)
    return follow(started, opened)
  }
  button.addEventListener('click', () => void start())
  // Runs before the form's own listeners, even if the button was moved to another form.
  const holdBack = (event: Event) => {
    if (!options.isRequired || response !== '' || event.target !== place.closest('form')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!isUnderWay) tell(words.first)
    button.focus()
  }
  document.addEventListener('submit', holdBack, true)
  return { getResponse: () => response, reset: () => rest(words.start, '') }
}

/** The elements of a button. */
type View = {
  button: HTMLButtonElement
  tell: (...parts: (string | Node)[]) => void
  fill: (value: string) => void
}

// By the object model only: a site's policy may forbid styles that are written into a document. The colors are those of the page.
const BUTTON_STYLE: Partial<CSSStyleDeclaration> = {
  font: '600 1rem/1.25 system-ui, sans-serif',
  minHeight: '44px',
  padding: '10px 18px',
  border: '1px solid GrayText',
  borderRadius: '4px',
  background: 'Canvas',
  color: 'CanvasText',
  cursor: 'pointer',
}

/** Draws the button, a status line and the hidden form fields into the element `place`. */
function drawView(place: HTMLElement, fields: readonly string[], words: Words): View {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = words.start
  Object.assign(button.style, BUTTON_STYLE)
  const line = document.createElement('span')
  line.setAttribute('role', 'status')
  Object.assign(line.style, { font: '0.875rem/1.4 system-ui, sans-serif', marginInlineStart: '12px' })
  const inputs = fields.map(createField)
  place.replaceChildren(button, line, ...inputs)
  return {
    button,
    tell: (...parts) => line.replaceChildren(...parts),
    fill: (value) => inputs.forEach((input) => (input.value = value)),
  }
}

function createField(name: string): HTMLInputElement {
  const input = document.createElement('input')
  input.type = 'hidden'
  input.name = name
  return input
}

/** Creates a link that opens the page of a check and keeps this page as its opener, from which the check's page requests the secret. */
function createLink(href: string, text: string): HTMLAnchorElement {
  const link = document.createElement('a')
  Object.assign(link, { href, target: '_blank', rel: 'opener', textContent: text })
  return link
}

/** Creates a check at the service. If that fails, returns the key of the text that says why. */
async function createCheck(
  serviceUrl: string,
  { siteKey, action, cdata, assurance, subjectKind }: Options,
): Promise<StartedCheck | 'refused' | 'unreachable'> {
  try {
    const answer = await fetch(`${serviceUrl}/api/sites/${encodeURIComponent(siteKey)}/checks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action, cdata, assurance, subject_kind: subjectKind }),
    })
    if (answer.ok) return (await answer.json()) as StartedCheck
    const { error, detail } = (await answer.json()) as { error: string; detail: string }
    console.error(`Stillhere: ${error}: ${detail}`)
    return 'refused'
  } catch {
    return 'unreachable'
  }
}

/**
 * Sends the secret of a check to its page when the page requests it, which proves that it was opened from here. The secret is never in an
 * address, because addresses can be forwarded. Returns the function that stops it.
 */
function sendSecret({ id, url, open_secret: secret }: StartedCheck, onHanded: (page: Window) => void): () => void {
  const { origin } = new URL(url)
  const hear = ({ origin: from, source, data }: MessageEvent<{ stillhere?: unknown } | null>) => {
    if (from !== origin || data?.stillhere !== id) return
    const page = source as Window
    page.postMessage({ stillhere: id, secret }, origin)
    onHanded(page)
  }
  addEventListener('message', hear)
  return () => removeEventListener('message', hear)
}
