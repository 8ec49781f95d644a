import { computed } from '@preact/signals'
import { type Client, createClient } from '@stillhere/client/http'
import { adminState } from './session/admin.ts'
import { session } from './session/session.ts'

const baseUrl = location.origin

/** The service behind these pages; calls carry the token of whoever is signed in. */
export const service: Client = createClient({ baseUrl, token: () => session.peek()?.token })

/** The same for the operator, whose session is a cookie; null while there is none. */
export const adminService = computed(() => (adminState.value === 'open' ? operatorClient : null))

const operatorClient = createClient({ baseUrl })
