import { FRESH_SIGN_IN_MINUTES, SESSION_DAYS } from '@stillhere/contract'
import { type Area, say, subject } from '../area.ts'

const SESSION_MS = SESSION_DAYS * 86_400_000
const FRESH_MS = FRESH_SIGN_IN_MINUTES * 60_000
const ASK_AGAIN_MS = 300_000
const LIVE_AT_MOST = 10

type Token = { kind: 'token' | 'session' | 'gone'; made: number; expires: number }

/** Tokens and sessions of one node: a fresh token becomes a session once, an ended one opens nothing, and there are ten of a kind at most. */
export const sessions: Area = {
  name: 'sessions',
  groups: [
    ['issue'],
    ['use', 'start'],
    ['use', 'revoke', 'peek'],
    ['start', 'end', 'peek'],
    ['others', 'use'],
    ['start'],
    ['count'],
  ],
  alone: ['issue'],
  open: async ({ ask, now: readTime }, { name }) => {
    const node = await ask('addNode', { email: `${name}@example.org`, handle: name })
    const tokens = [node]
    const issue = async () => void tokens.push({ ...(await ask('addToken', { nodeId: node.id })), id: node.id })
    while (tokens.length < 4) await issue()
    const began = readTime()
    return subject({
      state: { tokens: Array.from({ length: 4 }, (): Token => ({ kind: 'token', made: began, expires: 0 })) },
      run: async ({ kind, n }, call) => {
        if (kind === 'issue') return String(await issue())
        const { authorization, cookie: session } = tokens[pick(kind, n, tokens.length)] ?? node
        const headers = { authorization, 'sec-fetch-site': 'same-origin' }
        const cookie = { cookie: session }
        if (kind === 'start') return say(await call('POST', '/api/session', { body: {}, headers }))
        if (kind === 'end')
          return say(await call('DELETE', '/api/session', { headers: { ...cookie, 'sec-fetch-site': 'same-origin' } }))
        if (kind === 'revoke')
          return say(await call('DELETE', `/api/node/tokens/${tokens[target(n, tokens.length)]?.tokenId}`, { headers }))
        if (kind === 'others') {
          const answer = await call('DELETE', '/api/node/tokens', { headers })
          return say(answer, answer.body['ended'])
        }
        if (kind === 'peek') {
          const answer = await call('GET', '/api/session', { headers: cookie })
          return say(answer, answer.body['session'] !== null)
        }
        const answer = await call('GET', '/api/node/tokens', { headers })
        // Of two at once, one may end tokens after the other was let in and before it counts.
        return kind === 'use' ? say(answer) : say(answer, (answer.body['tokens'] as unknown[] | undefined)?.length)
      },
      step: ({ tokens: all }, { kind, n }, { now }) => {
        if (kind === 'issue') return stepIssue(all, now)
        const one = all[pick(kind, n, all.length)] as Token
        if (kind === 'start') return start(all, one, now)
        const isSession = one.kind === 'session' && one.expires > now
        if (kind === 'peek') return `200 ${isSession}`
        if (kind === 'end') {
          if (isSession) one.kind = 'gone'
          return '200'
        }
        if (one.kind !== 'token') return '401 UNAUTHORIZED'
        if (kind === 'use') return '200'
        if (kind === 'count') return `200 ${all.filter((each) => isListed(each, now)).length}`
        return kind === 'others' ? endOthers(all, one) : revoke(all[target(n, all.length)] as Token)
      },
    })
  },
}

// Of the newest three: most others are too old to start a session.
function pick(kind: string, n: number, length: number): number {
  return kind === 'start' ? length - 1 - (n % Math.min(3, length)) : n % length
}

function target(n: number, length: number): number {
  return Math.floor(n / 7) % length
}

function stepIssue(all: Token[], now: number): string {
  all.push({ kind: 'token', made: now, expires: 0 })
  dropOldest(all, 'token')
  return 'undefined'
}

function dropOldest(all: readonly Token[], kind: Token['kind']): void {
  for (const one of all.filter((each) => each.kind === kind).slice(0, -LIVE_AT_MOST)) one.kind = 'gone'
}

function start(all: readonly Token[], one: Token, now: number): string {
  if (one.kind === 'token') {
    if (one.made <= now - FRESH_MS) return '403 FRESH_SIGN_IN_REQUIRED'
    Object.assign(one, { kind: 'session', expires: now + SESSION_MS })
    dropOldest(all, 'session')
    return '201'
  }
  // A page whose answer got lost asks again, soon.
  return one.kind === 'session' && one.made > now - ASK_AGAIN_MS ? '201' : '401 UNAUTHORIZED'
}

function isListed({ kind, expires }: Token, now: number): boolean {
  return kind === 'token' || (kind === 'session' && expires > now)
}

function endOthers(all: readonly Token[], own: Token): string {
  const others = all.filter((one) => one !== own && one.kind !== 'gone')
  for (const one of others) one.kind = 'gone'
  return `200 ${others.length}`
}

function revoke(one: Token): string {
  if (one.kind === 'gone') return '404 NOT_FOUND'
  one.kind = 'gone'
  return '200'
}
