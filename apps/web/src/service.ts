import { computed } from '@preact/signals'
import { type Client, createClient } from '@stillhere/client/http'
import { adminState } from './session/admin.ts'

const baseUrl = location.origin

/** The service behind these pages. The browser sends the cookie of whoever is signed in with every call. */
export const service: Client = createClient({ baseUrl })

/** The same for what must not be tied to anybody: the cookie stays at home. */
export const serviceForStrangers: Client = createClient({
  baseUrl,
  fetch: (input, init) => fetch(input, { ...init, credentials: 'omit' }),
})

/** The same for the operator, whose session is a cookie; null while there is none. */
export const adminService = computed(() => (adminState.value === 'open' ? operatorClient : null))

const operatorClient = createClient({ baseUrl })
