import { type Area, say, subject } from '../area.ts'

const LIFE_MS = 60_000
const LONGEST_MS = 20_000

type Challenge = { asked: number; isUsed: boolean }

/** Challenges: each is judged once, and not after a minute. No motion is sent: what is judged is refused for its enrollment. */
export const challenges: Area = {
  name: 'challenges',
  groups: [['ask'], ['answer']],
  open: async () => {
    const asked: { challenge_id: string; challenge_token: string }[] = []
    return subject({
      state: { challenges: [] as Challenge[] },
      run: async ({ kind, n }, call) => {
        if (kind === 'ask') {
          const answer = await call('POST', '/api/challenge', { body: { purpose: 'verify' } })
          const { challenge_id, challenge_token } = answer.body
          if (answer.status === 201)
            asked.push({ challenge_id: String(challenge_id), challenge_token: String(challenge_token) })
          return say(answer)
        }
        const challenge = asked[pick(n, asked.length)]
        if (challenge === undefined) return 'none'
        const body = { enrollment: {}, challenge, response: { challenge_id: challenge.challenge_id }, signature: {} }
        const answer = await call('POST', '/api/verify', { body })
        return say(answer, answer.body['rejection_reason'])
      },
      step: ({ challenges: all }, { kind, n }, { now, observed }) => {
        if (kind === 'ask') {
          all.push({ asked: now, isUsed: false })
          return '201'
        }
        const one = all[pick(n, all.length)]
        if (one === undefined) return 'none'
        if (now >= one.asked + LIFE_MS) return '200 challenge_expired'
        if (one.isUsed) return '200 challenge_replayed'
        one.isUsed = true
        if (now === one.asked) return '200 challenge_too_early'
        // How long its strokes take is drawn by the service.
        const mayBeEarly = now < one.asked + LONGEST_MS && observed === '200 challenge_too_early'
        return mayBeEarly ? observed : '200 enrollment_invalid'
      },
    })
  },
}

/** Mostly one of the newest: the others have ended. */
function pick(n: number, length: number): number {
  return length - 1 - (n % Math.min(3, Math.max(1, length)))
}
