import { chooseLanguage, type Language } from '@stillhere/messages'

/** The texts of a notification and the page it opens. */
type ShownNotification = { title: string; body: string; url: string }

/**
 * Parses the text of a push message into the notification to show. If it's unreadable, returns a general text in the first supported language,
 * because browsers require a notification. The URL is always one of `origin`.
 */
export function readMessage(
  text: string,
  { origin, languages }: { origin: string; languages: readonly string[] },
): ShownNotification {
  const { title, body, url } = parse(text)
  return {
    title: typeof title === 'string' && title !== '' ? title : describeRequest(languages),
    body: typeof body === 'string' ? body : '',
    url: toOwnUrl(url, origin),
  }
}

// The worker is one file without catalogs, so it contains this one text.
const ASKED: Readonly<Record<Language, string>> = {
  en: 'Someone asks for your approval',
  de: 'Jemand bittet um deine Freigabe',
  es: 'Alguien pide tu aprobación',
}

/** Returns the text for an unreadable message, in the first supported language. */
function describeRequest(languages: readonly string[]): string {
  return ASKED[chooseLanguage(languages)]
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Returns the address of a page of this site; My node for any other address. */
function toOwnUrl(url: unknown, origin: string): string {
  const home = `${origin}/node`
  // Not URL.parse, which browsers of last year lack.
  const found = typeof url === 'string' && URL.canParse(url, origin) ? new URL(url, origin) : new URL(home)
  return found.origin === origin ? found.href : home
}
