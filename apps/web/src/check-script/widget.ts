import { followCheck, type Told } from '../parts/follow-check.ts'
import type { Options } from './options.ts'
import { createLink, drawView } from './view.ts'
import { chooseWords } from './words.ts'

/** One button on a site's page. */
export type Widget = { getResponse: () => string; reset: () => void }

type Started = { id: string; url: string; token: string; open_secret: string; number: string }

// As long as siteverify takes what the button gave.
const GOOD_MS = 5 * 60_000
// A window that has not asked for the secret by then cannot, and asks the person for the number.
const HANDED_MS = 3000
const LOOK_MS = 1500
const POPUP = 'popup,width=480,height=780'

/** Draws a button that asks the service for a check, opens its page, and fills in what siteverify takes. */
export function createWidget(place: HTMLElement, options: Options, serviceUrl: string): Widget {
  const words = chooseWords(place)
  const { button, tell, fill } = drawView(place, options.fields, words)
  let response = ''
  let isUnderWay = false
  let isJoined = false
  let stop = () => {}

  // It keeps the focus, which a disabled button would lose.
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
  const hear = ({ status, joined, response: given }: Told) => {
    if (joined !== isJoined) tell(joined ? words.joined : words.waiting)
    isJoined = joined
    if (status === 'passed' && given !== undefined) pass(given)
    else if (status !== 'open') fail(words.failed, status)
  }
  const follow = (started: Started, opened: Window | null) => {
    const { id, url, token, number } = started
    const onRefused = () => fail(words.failed, 'gone')
    const unfollow = followCheck({ url: `${serviceUrl}/api/checks/${id}/events`, token, onTold: hear, onRefused })
    const asks = opened ? [words.waiting] : [words.blocked, createLink(url, words.open)]
    const tellNumber = () => tell(...asks, ` ${words.number} ${number}`)
    const timer = setTimeout(tellNumber, HANDED_MS)
    let watch: ReturnType<typeof setInterval> | undefined
    const unhand = handOver(started, (page) => {
      clearTimeout(timer)
      clearInterval(watch)
      tell(words.waiting)
      // A phone beside it goes on without the window.
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
    // In the click itself, or browsers keep it closed; where it goes is known only later.
    const opened = open('about:blank', '_blank', matchMedia('(pointer: fine)').matches ? POPUP : '')
    const started = await requestCheck(serviceUrl, options)
    if (typeof started === 'string') {
      opened?.close()
      return fail(words[started], 'not-started')
    }
    // Whoever closed the window begins again.
    show(words.again, true)
    opened?.location.replace(started.url)
    return follow(started, opened)
  }
  button.addEventListener('click', () => void start())
  // Before the form's own listeners, also where the place has been moved meanwhile.
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

/** The check, or the name of the words for why there is none. */
async function requestCheck(
  serviceUrl: string,
  { siteKey, action, cdata, assurance, subjectKind }: Options,
): Promise<Started | 'refused' | 'unreachable'> {
  try {
    const answer = await fetch(`${serviceUrl}/api/sites/${encodeURIComponent(siteKey)}/checks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action, cdata, assurance, subject_kind: subjectKind }),
    })
    if (answer.ok) return (await answer.json()) as Started
    const { error, detail } = (await answer.json()) as { error: string; detail: string }
    console.error(`Stillhere: ${error}: ${detail}`)
    return 'refused'
  } catch {
    return 'unreachable'
  }
}

/**
 * Gives the secret of a check to its page, when it asks: that page has come from here, and so has the person. Never by an address,
 * which can be forwarded. Returns how to stop.
 */
function handOver({ id, url, open_secret: secret }: Started, onHanded: (page: Window) => void): () => void {
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
