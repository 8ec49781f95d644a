import { computed } from '@preact/signals'
import { type Client, createClient, ProblemError } from '@stillhere/client/http'
import { adminState, openSignInQuestion, session } from './session/session.ts'
import { language } from './words/speak.ts'

const baseUrl = location.origin

/**
 * The client of the service. The browser sends the session cookie with every call. A call that needs a recent sign-in opens a dialog for it and
 * then continues.
 */
export const service: Client = retryIfStale(createClient({ baseUrl, fetch: sendInLanguage }))

/** A client of the service for scans, which never opens the sign-in dialog: it would interrupt a scan. */
export const serviceForScans: Client = createClient({ baseUrl, fetch: sendInLanguage })

/** A client of the service that sends no cookie, for requests that must not be linked to a person. */
export const serviceForStrangers: Client = createClient({
  baseUrl,
  fetch: (input, init) => fetch(input, { ...init, credentials: 'omit' }),
})

/** The client of the service for the operator, authenticated by the session cookie; null if the operator isn't signed in. */
export const adminService = computed(() => (adminState.value === 'open' ? operatorClient : null))

const operatorClient = createClient({ baseUrl, fetch: sendInLanguage })

// Sends the language chosen on these pages, which the browser doesn't know. Mails are written in it.
function sendInLanguage(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('accept-language', language)
  return fetch(input, { ...init, headers })
}

function retryIfStale(client: Client): Client {
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
      if (!isStale || session.peek() === null || !(await openSignInQuestion())) throw error
      return call(...given)
    }
  }
}
