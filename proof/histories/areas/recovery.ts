import { RECOVERY_CODES } from '@stillhere/contract'
import { replaceRecoveryCodes } from '../../../apps/server/src/recovery/store.ts'
import { addNode, bearerFor } from '../../../apps/server/test/nodes.ts'
import { type Area, say, spend, subject } from '../area.ts'

const TRIES = { count: 20, perSeconds: 3600 }

/** Recovery codes of one node: each works once, new ones end those before, and an address has twenty tries an hour. */
export const recovery: Area = {
  name: 'recovery codes',
  groups: [['spend', 'spend', 'wrong', 'left'], ['replace']],
  alone: ['replace'],
  open: async ({ service }, { name }) => {
    const node = await addNode(service, { email: `${name}@example.org`, handle: name })
    let made = 0
    // Sixteen digits: whose, which of their lists, and which of the list.
    const write = (generation: number, slot: number) =>
      `${name.slice(1).padStart(8, '0')}${String(generation).padStart(7, '0')}${slot}`
    const replace = async () => {
      made++
      const codes = Array.from({ length: RECOVERY_CODES }, (_, slot) => write(made, slot))
      const hashes = codes.map((code) => service.secrets.hash('recovery-code', code))
      await service.db.transaction((tx) => replaceRecoveryCodes(tx, { nodeId: node.id, hashes, now: tx.now }))
    }
    await replace()
    return subject({
      state: { generation: 1, used: [] as number[], tries: [] as number[] },
      run: async ({ kind, n }, call) => {
        if (kind === 'replace') return String(await replace())
        if (kind === 'left') {
          const answer = await call('GET', '/api/node/recovery-codes', { headers: await bearerFor(service, node) })
          return say(answer, answer.body['left'])
        }
        const code = write(kind === 'wrong' ? made - 1 : made, n % RECOVERY_CODES)
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
