const COOKIE = 'stillhere-language'
const YEAR_SECONDS = 31_536_000

/** Returns the language that was chosen in this browser; empty if none was chosen or cookies are out of reach. */
export function readChoice(): string {
  try {
    return new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1] ?? ''
  } catch {
    // A page that is kept apart from its origin has no cookies, and speaks the browser's own language.
    return ''
  }
}

/** Stores the chosen language in a cookie for a year. It's a cookie because the service renders the heading of a page before any script runs. */
export function saveChoice(language: string): void {
  const isSecure = location.protocol === 'https:'
  document.cookie = `${COOKIE}=${language}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
