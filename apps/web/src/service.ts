import { computed } from '@preact/signals'
import { type Client, createClient, ProblemError } from '@stillhere/client/http'
import { adminState } from './session/admin.ts'
import { askToSignInAgain } from './session/fresh.ts'
import { session } from './session/session.ts'
import { language } from './words/speak.ts'

const baseUrl = location.origin

/**
 * The service behind these pages. The browser sends the cookie of the session with every call. What needs a fresh sign-in asks for one
 * over the page, and goes on.
 */
export const service: Client = askWhereStale(createClient({ baseUrl, fetch: fetchInLanguage }))

/** The same for scans: a person in the middle of one is asked for a sign-in only once it has ended. */
export const serviceForScans: Client = createClient({ baseUrl, fetch: fetchInLanguage })

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

function askWhereStale(client: Client): Client {
  const methods = Object.entries(client as unknown as Record<string, Method>)
  return Object.fromEntries(methods.map(([name, call]) => [name, askBefore(call)])) as unknown as Client
}

type Method = (...given: unknown[]) => Promise<unknown>

function askBefore(call: Method): Method {
  return async (...given) => {
    try {
      return await call(...given)
    } catch (error) {
      const isStale = error instanceof ProblemError && error.code === 'FRESH_SIGN_IN_REQUIRED'
      if (!isStale || session.peek() === null || !(await askToSignInAgain())) throw error
      return call(...given)
    }
  }
}
