import { sayAsked } from './words.ts'

/** What a notification says, and the page that it leads to. */
export type Shown = { title: string; body: string; url: string }

/** What a push message says; words of our own where it says nothing that can be read, for something has to be shown. */
export function readMessage(
  text: string,
  { origin, languages }: { origin: string; languages: readonly string[] },
): Shown {
  const { title, body, url } = parse(text)
  return {
    title: typeof title === 'string' && title !== '' ? title : sayAsked(languages),
    body: typeof body === 'string' ? body : '',
    url: keepInside(url, origin),
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** The address of a page here; My node in the place of any other. */
function keepInside(url: unknown, origin: string): string {
  const home = `${origin}/node`
  // Not URL.parse, which browsers of last year do not have: nothing would be shown in them.
  const found = typeof url === 'string' && URL.canParse(url, origin) ? new URL(url, origin) : new URL(home)
  return found.origin === origin ? found.href : home
}
