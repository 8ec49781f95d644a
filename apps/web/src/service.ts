import { computed } from '@preact/signals'
import { type Client, createClient } from '@stillhere/client/http'
import { adminSecret } from './session/admin.ts'
import { session } from './session/session.ts'

const baseUrl = location.origin

/** The service behind these pages; calls carry the token of whoever is signed in. */
export const service: Client = createClient({ baseUrl, token: () => session.peek()?.token })

/** The same for the operator, or null until the secret was given. */
export const adminService = computed(() =>
  adminSecret.value === null ? null : createClient({ baseUrl, adminSecret: adminSecret.value }),
)
