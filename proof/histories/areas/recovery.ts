import { RECOVERY_CODES } from '@stillhere/contract'
import { type Area, say, spend, subject } from '../area.ts'

const TRIES = { count: 20, perSeconds: 3600 }

/** Recovery codes of one node: each works once, new ones end those before, and an address has twenty tries an hour. */
export const recovery: Area = {
  name: 'recovery codes',
  groups: [['spend', 'spend', 'wrong', 'left'], ['replace']],
  alone: ['replace'],
  open: async (world, { name, address }) => {
    const { id: nodeId } = await world.ask('addNode', { email: `${name}@example.org`, handle: name })
    const signIn = async () => ({ authorization: (await world.ask('addToken', { nodeId })).authorization })
    // Codes of a list before the first one don't exist.
    const lists = [Array.from({ length: RECOVERY_CODES }, (_, slot) => `${name.slice(1).padStart(15, '0')}${slot}`)]
    const replace = async () => {
      const answer = await world.call(0, address)('POST', '/api/node/recovery-codes', { headers: await signIn() })
      lists.push(answer.body['codes'] as string[])
    }
    await replace()
    return subject({
      state: { generation: 1, used: [] as number[], tries: [] as number[] },
      run: async ({ kind, n }, call) => {
        if (kind === 'replace') return String(await replace())
        if (kind === 'left') {
          const answer = await call('GET', '/api/node/recovery-codes', { headers: await signIn() })
          return say(answer, answer.body['left'])
        }
        const code = lists.at(kind === 'wrong' ? -2 : -1)?.[n % RECOVERY_CODES]
        return say(await call('POST', '/api/auth/recovery', { body: { recovery_code: code } }))
      },
      step: (one, { kind, n }, { now }) => {
        if (kind === 'left') return `200 ${RECOVERY_CODES - one.used.length}`
        if (kind === 'replace') {
          Object.assign(one, { generation: one.generation + 1, used: [] })
          return 'undefined'
        }
        if (!spend(one.tries, now, TRIES)) return '429 TOO_MANY_REQUESTS'
        const slot = n % RECOVERY_CODES
        if (kind === 'wrong' || one.used.includes(slot)) return '401 CODE_INVALID'
        one.used.push(slot)
        return '200'
      },
    })
  },
}
