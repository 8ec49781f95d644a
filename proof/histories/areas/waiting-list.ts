import { type Area, say, spend, subject } from '../area.ts'

const SUBSCRIPTIONS = { count: 5, perSeconds: 86_400 }
const APPLICATIONS = { count: 3, perSeconds: 86_400 }
const ADDRESSES = 6

/** The waiting list and the applications: an e-mail address is new once, and a network address has a few a day. */
export const waitingList: Area = {
  name: 'waiting list',
  groups: [['subscribe', 'apply']],
  open: async (_, { name, address, elsewhere }) => {
    const where = [address, elsewhere] as const
    const emailOf = (n: number) => `${name}-${n % ADDRESSES}@example.org`
    return subject({
      state: { subscribed: [] as string[], applied: [] as string[], spent: [[], [], [], []] as number[][] },
      run: async ({ kind, n }, call) => {
        const asked = { body: { email: emailOf(n) }, from: where[n % 2] ?? address }
        if (kind === 'subscribe') {
          const answer = await call('POST', '/api/subscribe', asked)
          return say(answer, answer.body['alreadySubscribed'])
        }
        const answer = await call('POST', '/api/recruitment/apply', asked)
        return say(answer, answer.body['already_applied'])
      },
      step: (one, { kind, n }, { now }) => {
        const isFirst = kind === 'subscribe'
        const log = one.spent[(n % 2) + (isFirst ? 0 : 2)] ?? []
        if (!spend(log, now, isFirst ? SUBSCRIPTIONS : APPLICATIONS)) return '429 TOO_MANY_REQUESTS'
        const list = isFirst ? one.subscribed : one.applied
        if (list.includes(emailOf(n))) return '200 true'
        list.push(emailOf(n))
        return '200 false'
      },
    })
  },
}
