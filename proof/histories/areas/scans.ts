import { type Area, dayOf, say, subject } from '../area.ts'

const SCANS_A_DAY = 3

/** Scans of one node: three a UTC day. */
export const scans: Area = {
  name: 'scans',
  groups: [['record', 'read']],
  open: async ({ ask }, { name }) => {
    const email = `${name}@example.org`
    const { authorization } = await ask('addNode', { email, handle: name })
    const headers = { authorization }
    return subject({
      state: { total: 0, day: '', today: 0 },
      run: async ({ kind }, call) => {
        if (kind === 'record') {
          const answer = await call('POST', '/api/motion/record', { body: { email }, headers })
          return say(answer, answer.body['scan_count'], answer.body['daily_remaining'])
        }
        const answer = await call('GET', `/api/node/entropy?email=${email}`, { headers })
        return say(answer, answer.body['scanCount'])
      },
      step: (state, { kind }, { now }) => {
        if (kind === 'read') return `200 ${state.total}`
        if (state.day !== dayOf(now)) Object.assign(state, { day: dayOf(now), today: 0 })
        if (state.today === SCANS_A_DAY) return '429 DAILY_LIMIT_REACHED'
        state.today++
        state.total++
        return `200 ${state.total} ${SCANS_A_DAY - state.today}`
      },
    })
  },
}
