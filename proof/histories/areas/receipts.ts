import type { Receipt } from '@stillhere/receipt'
import { ADMIN_SECRET } from '../../world/service.ts'
import { type Area, say, subject } from '../area.ts'

const RECEIPTS = 3

/** Receipts of one node: revoked by their owner or by the operator, since the first time and for good. */
export const receipts: Area = {
  name: 'receipts',
  groups: [['revoke', 'admin-revoke', 'stranger-revoke', 'judge', 'list']],
  open: async ({ ask }, { name }) => {
    const { id: nodeId, authorization } = await ask('addNode', { email: `${name}@example.org`, handle: name })
    const stranger = await ask('addNode', { email: `${name}-2@example.org`, handle: `${name}-2` })
    const headers = { authorization }
    const others = { authorization: stranger.authorization }
    const issued: Receipt[] = []
    for (let at = 0; at < RECEIPTS; at++) issued.push(await ask('issueReceipt', { userId: name, nodeId }))
    const callers = { revoke: headers, 'stranger-revoke': others, 'admin-revoke': { 'x-admin-secret': ADMIN_SECRET } }
    return subject({
      state: { revoked: Array.from({ length: RECEIPTS }, (): number | null => null) },
      run: async ({ kind, n }, call) => {
        const receipt = issued[n % RECEIPTS]
        if (kind === 'judge') {
          const answer = await call('POST', '/api/verify-receipt', { body: { receipt } })
          const failures = (answer.body['failures'] ?? []) as { code: string }[]
          return say(
            answer,
            failures.some(({ code }) => /REVOKED/i.test(code)),
          )
        }
        if (kind === 'list') {
          const answer = await call('GET', '/api/node/receipts', { headers })
          const listed = (answer.body['receipts'] ?? []) as { revoked_at: string | null }[]
          return say(answer, ...listed.toReversed().map((one) => one.revoked_at))
        }
        const whose = kind === 'admin-revoke' ? 'admin' : 'node'
        const path = `/api/${whose}/receipts/${receipt?.receiptId}/revoke`
        const answer = await call('POST', path, { body: {}, headers: callers[kind as keyof typeof callers] })
        return say(answer, answer.body['revoked_at'])
      },
      step: ({ revoked }, { kind, n }, { now }) => {
        const since = revoked[n % RECEIPTS] ?? null
        if (kind === 'judge') return `200 ${since !== null}`
        if (kind === 'list') return ['200', ...revoked.map(writeTime)].join(' ')
        if (kind === 'stranger-revoke') return '404 NOT_FOUND'
        revoked[n % RECEIPTS] = since ?? now
        return `200 ${writeTime(since ?? now)}`
      },
    })
  },
}

function writeTime(time: number | null): string {
  return time === null ? '' : new Date(time).toISOString()
}
