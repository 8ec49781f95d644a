import { type Area, dayOf, say, subject } from '../area.ts'

const GAINS_A_DAY = 3
const SPIKE = { pesNoise: 0.8, pesFrequency: 0.7, pesBiological: 0.6 }
const PES = [0.4, 0.7, 0.85, 0.95]
const BONUS = [0, 3, 6, 6]

type State = { score: number; streak: number; best: number; last: string | null; day: string; gains: number }

/** Points and streak of one node, and the ledger that adds up to them. */
export const points: Area = {
  name: 'points',
  groups: [['record', 'read', 'ledger']],
  open: async ({ ask }, { name }) => {
    const email = `${name}@example.org`
    const { authorization } = await ask('addNode', { email, handle: name })
    const headers = { authorization }
    const state: State = { score: 0, streak: 0, best: 0, last: null, day: '', gains: 0 }
    return subject({
      state,
      run: async ({ kind, n }, call) => {
        if (kind === 'ledger') {
          const answer = await call('GET', '/api/node/ledger?limit=500', { headers })
          const entries = answer.body['entries'] as { change: number }[]
          return say(
            answer,
            entries.reduce((sum, { change }) => sum + change, 0),
          )
        }
        const scan = { email, pesScore: PES[n % 4], ...(n % 3 === 0 ? SPIKE : {}) }
        const answer = await (kind === 'record'
          ? call('POST', '/api/node/entropy', { body: scan, headers })
          : call('GET', `/api/node/entropy?email=${email}`, { headers }))
        const { entropyScore, streakDays, bestPes, entropyGain = '' } = answer.body
        return say(answer, entropyScore, streakDays, bestPes, entropyGain)
      },
      step: (one, { kind, n }, { now }) => {
        if (kind === 'ledger') return `200 ${one.score}`
        if (kind === 'read') return `200 ${rest(one, dayOf(now))} ${one.streak} ${one.best} `
        return record(one, { n, day: dayOf(now) })
      },
    })
  },
}

function record(one: State, { n, day }: { n: number; day: string }): string {
  one.best = Math.max(one.best, PES[n % 4] ?? 0)
  if (one.day !== day) Object.assign(one, { day, gains: 0 })
  if (one.gains === GAINS_A_DAY) return `200 ${rest(one, day)} ${one.streak} ${one.best} 0`
  one.gains++
  one.score = rest(one, day)
  const gap = idleDays(one, day)
  if (one.last === null || gap > 3) one.streak = 1
  else if (gap === 1) one.streak++
  one.last = day
  const times = one.streak >= 30 ? 2 : one.streak >= 7 ? 1.5 : 1
  const gain = Math.floor((1 + (BONUS[n % 4] ?? 0)) * times * (n % 3 === 0 ? 2 : 1))
  one.score += gain
  return `200 ${one.score} ${one.streak} ${one.best} ${gain}`
}

/** The score after idle days: a thousandth is lost on each after the thirtieth. */
function rest(one: State, day: string): number {
  const idle = idleDays(one, day)
  return idle > 30 ? Math.floor(one.score * 0.999 ** (idle - 30)) : one.score
}

function idleDays({ last }: State, day: string): number {
  return last === null ? 0 : (Date.parse(day) - Date.parse(last)) / 86_400_000
}
