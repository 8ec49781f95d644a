import { followCheck, type Told } from '../parts/follow-check.ts'
import type { Options } from './options.ts'
import { drawView } from './view.ts'
import { chooseWords } from './words.ts'

/** One button on a site's page. */
export type Widget = { getResponse: () => string; reset: () => void }

type Started = { id: string; url: string; token: string }

// As long as siteverify takes what the button gave.
const GOOD_MS = 5 * 60_000
const POPUP = 'popup,width=480,height=780'

/** Draws a button that asks the service for a check, opens its page, and fills in what siteverify takes. */
export function createWidget(place: HTMLElement, options: Options, serviceUrl: string): Widget {
  const words = chooseWords(place)
  const { button, tell, fill } = drawView(place, options.fields, words)
  let response = ''
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
  const hear = ({ status, response: given }: Told) => {
    if (status === 'passed' && given !== undefined) pass(given)
    else if (status !== 'open') fail(words.failed, status)
  }
  const follow = ({ id, token }: Started) => {
    const onRefused = () => fail(words.failed, 'gone')
    stop = followCheck({ url: `${serviceUrl}/api/checks/${id}/events`, token, onTold: hear, onRefused })
  }
  const start = async () => {
    if (!isReady) return undefined
    stop()
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
    if (opened) leadTo(opened, started.url)
    tell(opened ? words.waiting : words.blocked, opened ? undefined : started.url)
    return follow(started)
  }
  button.addEventListener('click', () => void start())
  return { getResponse: () => response, reset: () => rest(words.start, '') }
}

/** The check, or the name of the words for why there is none. */
async function requestCheck(
  serviceUrl: string,
  { siteKey, action, cdata, assurance }: Options,
): Promise<Started | 'refused' | 'unreachable'> {
  try {
    const answer = await fetch(`${serviceUrl}/api/sites/${encodeURIComponent(siteKey)}/checks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action, cdata, assurance }),
    })
    if (answer.ok) return (await answer.json()) as Started
    console.error(`Stillhere: ${await answer.text()}`)
    return 'refused'
  } catch {
    return 'unreachable'
  }
}

// The page of the check has nothing to do with this one: neither can reach the other.
function leadTo(opened: Window, url: string): void {
  opened.opener = null
  opened.location.replace(url)
}
