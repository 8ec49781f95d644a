import { computed } from '@preact/signals'
import { type Client, createClient } from '@stillhere/client/http'
import { adminState } from './session/admin.ts'
import { language } from './words/speak.ts'

const baseUrl = location.origin

/** The service behind these pages. The browser sends the cookie of whoever is signed in with every call. */
export const service: Client = createClient({ baseUrl, fetch: fetchInLanguage })

/** The same for what must not be tied to anybody: the cookie stays at home. */
export const serviceForStrangers: Client = createClient({
  baseUrl,
  fetch: (input, init) => fetch(input, { ...init, credentials: 'omit' }),
})

/** The same for the operator, whose session is a cookie; null while there is none. */
export const adminService = computed(() => (adminState.value === 'open' ? operatorClient : null))

const operatorClient = createClient({ baseUrl, fetch: fetchInLanguage })

// The language that was chosen on these pages, which the browser does not know of: mails are written in it.
function fetchInLanguage(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('accept-language', language)
  return fetch(input, { ...init, headers })
}
