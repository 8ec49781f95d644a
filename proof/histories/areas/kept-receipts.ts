import { randomBytes } from 'node:crypto'
import { MOST_KEPT_RECEIPTS } from '@stillhere/contract'
import { type Area, say, subject } from '../area.ts'

const FREE = 3
const CIPHERTEXT = randomBytes(64)

/** Receipts that a node keeps: a hundred, and what was removed is gone. Ninety-seven are there from the beginning. */
export const keptReceipts: Area = {
  name: 'kept receipts',
  groups: [['keep'], ['remove', 'list']],
  open: async ({ ask }, { name }) => {
    const { id, authorization } = await ask('addNode', { email: `${name}@example.org`, handle: name })
    const headers = { authorization }
    await ask('addKeptReceipts', { nodeId: id, name, free: FREE })
    const ids: string[] = []
    return subject({
      state: { made: 0, removed: [] as number[] },
      run: async ({ kind, n }, call) => {
        if (kind === 'keep') {
          const body = { ciphertext: CIPHERTEXT.toString('base64url') }
          const answer = await call('POST', '/api/kept-receipts', { body, headers })
          if (answer.status === 201) ids.push(String(answer.body['id']))
          return say(answer)
        }
        if (kind === 'remove')
          return say(
            await call('DELETE', `/api/kept-receipts/${ids[n % Math.max(1, ids.length)] ?? 'none'}`, { headers }),
          )
        const answer = await call('GET', '/api/kept-receipts', { headers })
        return say(answer, (answer.body['kept'] as unknown[]).length)
      },
      step: (one, { kind, n }) => {
        const kept = one.made - one.removed.length
        if (kind === 'list') return `200 ${MOST_KEPT_RECEIPTS - FREE + kept}`
        if (kind === 'keep') {
          if (kept === FREE) return '409 KEPT_RECEIPTS_LIMIT_REACHED'
          one.made++
          return '201'
        }
        const picked = n % Math.max(1, one.made)
        if (one.made === 0 || one.removed.includes(picked)) return '404 NOT_FOUND'
        one.removed.push(picked)
        return '200'
      },
    })
  },
}
