import type { CheckFacts } from './facts.ts'

// A page that opened this window answers at once; one of another site never does.
const WAIT_MS = 3000

/**
 * Asks the page that opened this window for the secret of the check. Null where a link led here, where that page is of another origin
 * than the one that started the check, and where it says nothing.
 */
export function askOpener({ id, origin }: Pick<CheckFacts, 'id' | 'origin'>): Promise<string | null> {
  const opener = window.opener as Window | null
  if (opener === null) return Promise.resolve(null)
  return new Promise((resolve) => {
    const settle = (secret: string | null) => {
      clearTimeout(timer)
      removeEventListener('message', hear)
      resolve(secret)
    }
    const hear = ({ origin: from, data }: MessageEvent<unknown>) => {
      const { stillhere, secret }: { stillhere?: unknown; secret?: unknown } = Object(data)
      if (from === origin && stillhere === id && typeof secret === 'string') settle(secret)
    }
    const timer = setTimeout(() => settle(null), WAIT_MS)
    addEventListener('message', hear)
    opener.postMessage({ stillhere: id }, origin)
  })
}

/** This page needs nothing more of the page that opened it. */
export function leaveOpener(): void {
  window.opener = null
}
