import { ADMIN_SECRET } from '../../world/service.ts'
import { type Area, say, subject } from '../area.ts'

const DAY_MS = 86_400_000

type Kept = { count: number; at: number; told: string }

/** Calls with an Idempotency-Key: done once in a day, and answered alike. */
export const idempotency: Area = {
  name: 'idempotency keys',
  groups: [['call']],
  open: async (_, { name }) =>
    subject<{ keys: Record<number, Kept> }>({
      state: { keys: {} },
      run: async ({ n }, call) => {
        const headers = { 'x-admin-secret': ADMIN_SECRET, 'idempotency-key': `${name}-key-of-sixteen-${n % 3}` }
        const answer = await call('POST', '/api/admin/invites', { body: { count: 1 + (n % 2) }, headers })
        return say(answer, answer.replayed ? 'again' : 'new', answer.body['codes'])
      },
      step: (one, { n }, { now, observed }) => {
        // Which of several is first is free, and the others may be told to wait.
        const kept = one.keys[n % 3]
        const count = 1 + (n % 2)
        if (kept === undefined || now - kept.at >= DAY_MS) {
          if (observed === '409 REQUEST_IN_FLIGHT') return observed
          const told = /^201 new (.*)$/.exec(observed)?.[1]
          one.keys[n % 3] = { count, at: now, told: told ?? '' }
          return told?.split(',').length === count ? observed : `201 new, ${count} codes`
        }
        if (observed === '409 REQUEST_IN_FLIGHT' && kept.at === now) return observed
        return kept.count === count ? `201 again ${kept.told}` : '422 IDEMPOTENCY_KEY_REUSED'
      },
    }),
}
