import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

const NAME = 'stillhere-known'
/** Browsers keep a cookie for so long at most (RFC 6265bis, section 5.5). */
const MAX_AGE_SECONDS = 400 * 86_400
/** E-mail addresses that one browser is known to. */
const MOST_ADDRESSES = 4

/** A browser that has just signed in, and the cookies that it had before. */
export type Browser = { emailKey: string; cookies: string | undefined; isSecure: boolean }

/**
 * The cookie by which a browser shows later that it has signed in as an e-mail address before: keyed hashes of the newest few
 * of them. It opens nothing. It holds no address, and it is the same in all browsers of one person.
 */
export function writeKnownBrowserCookie(secrets: Secrets, { emailKey, cookies, isSecure }: Browser): string {
  const mark = computeMark(secrets, emailKey)
  const marks = [mark, ...marksIn(cookies).filter((one) => one !== mark)].slice(0, MOST_ADDRESSES)
  const value = `${NAME}=${marks.join('.')}; Max-Age=${MAX_AGE_SECONDS}; Path=/api; HttpOnly; SameSite=Strict`
  return isSecure ? `${value}; Secure` : value
}

/** Whether the cookies of a request show that its browser has signed in as this e-mail address before. */
export function isKnownBrowser(secrets: Secrets, emailKey: string, cookies: string | undefined): boolean {
  const mark = Buffer.from(computeMark(secrets, emailKey))
  return marksIn(cookies).some((one) => timingSafeEqual(Buffer.from(one), mark))
}

function computeMark(secrets: Secrets, emailKey: string): string {
  return secrets.hash('known-browser', emailKey).toString('base64url')
}

function marksIn(cookies = ''): string[] {
  const [, value = ''] = /(?:^|; )stillhere-known=([^;]*)/.exec(cookies) ?? []
  return value.split('.', MOST_ADDRESSES).filter((one) => /^[\w-]{43}$/.test(one))
}
