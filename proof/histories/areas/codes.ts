import { type Area, type LastStep, say, spend, subject } from '../area.ts'

const LIFE_MS = 600_000
const SENDS_A_DAY = { count: 10, perSeconds: 86_400 }
const WITHOUT_CODE = { count: 5, perSeconds: 600 }
const BURST_MS = 180_000
const STEP_MS = 60_000
const FIVE = 5

type Code = { expires: number; tries: number; others: number; isUsed: boolean }
type State = {
  sent: number
  code: Code | null
  sends: number[]
  due: number
  without: { own: number[]; other: number[] }
}

/** Codes of one e-mail address: the newest counts, five tries from where it was asked for and five from elsewhere, and it works once. */
export const codes: Area = {
  name: 'codes',
  groups: [
    ['send'],
    ['send'],
    ['five-wrong'],
    ['right', 'wrong'],
    ['right', 'wrong', 'other-right', 'other-wrong', 'link', 'old'],
  ],
  alone: ['five-wrong'],
  open: async (world, { name, elsewhere }) => {
    const email = `${name}@example.org`
    await world.ask('addNode', { email, handle: name })
    const mails: { code: string; link: string }[] = []
    const state: State = { sent: 0, code: null, sends: [], due: 0, without: { own: [], other: [] } }
    return subject({
      state,
      run: async ({ kind, n }, call) => {
        if (kind === 'send') {
          const answer = await call('POST', '/api/send-otp', { body: { email } })
          // The last one wins: of several at once all but the newest mail are worth nothing.
          const mail = await world.ask('readMail', { kind: 'code', to: email })
          if (answer.status === 200 && mail) mails.push({ code: mail['code'] ?? '', link: mail['link'] ?? '' })
          return say(answer)
        }
        const guessHere = async (otp: string) => say(await call('POST', '/api/verify-otp', { body: { email, otp } }))
        if (kind === 'five-wrong') {
          const answers: string[] = []
          for (let i = 0; i < FIVE; i++) answers.push(await guessHere(otherThan(mails, n)))
          return answers.join(', ')
        }
        const newest = mails.at(-1)
        const picked = kind === 'old' ? mails[n % Math.max(1, mails.length)] : newest
        if (kind === 'link')
          return say(await call('POST', '/api/auth/link', { body: { link: newest?.link ?? 'none' } }))
        const otp = kind.endsWith('wrong') ? otherThan(mails, n) : (picked?.code ?? '000000')
        const from = kind.startsWith('other-') ? { from: elsewhere } : {}
        return say(await call('POST', '/api/verify-otp', { body: { email, otp }, ...from }))
      },
      step: (one, { kind, n }, { now }) => {
        if (kind === 'send') return send(one, now)
        if (kind === 'link') return useCode(one, { now })
        // So many in a row, before the clock moves on and the code has ended: what comes next shows whether there is a sixth.
        if (kind === 'five-wrong') return Array.from({ length: FIVE }, () => guess(one, false, now)).join(', ')
        const isNewest = kind !== 'old' || n % Math.max(1, one.sent) === one.sent - 1
        const isRight = !kind.endsWith('wrong') && one.sent > 0 && isNewest
        return kind.startsWith('other-') ? guessElsewhere(one, isRight, now) : guess(one, isRight, now)
      },
    })
  },
}

function otherThan(mails: readonly { code: string }[], n: number): string {
  const wrong = Array.from({ length: 1000 }, (_, at) => String(100_000 + n * 1000 + at))
  return wrong.find((one) => mails.every(({ code }) => code !== one)) ?? ''
}

function send(one: State, now: number): string {
  const from = Math.max(one.due, now)
  const sends = [...one.sends]
  if (!spend(sends, now, SENDS_A_DAY) || from + STEP_MS > now + BURST_MS) return '429 TOO_MANY_REQUESTS'
  Object.assign(one, { sends, due: from + STEP_MS, sent: one.sent + 1 })
  one.code = { expires: now + LIFE_MS, tries: 0, others: 0, isUsed: false }
  return '200'
}

function guess(one: State, isRight: boolean, now: number): string | LastStep<State> {
  const code = findLive(one, now)
  if (code === undefined) return spend(one.without.own, now, WITHOUT_CODE) ? '401 CODE_INVALID' : '429 TOO_MANY_TRIES'
  if (code.tries === 5) return '429 TOO_MANY_TRIES'
  code.tries++
  return isRight ? useCode : '401 CODE_INVALID'
}

function guessElsewhere(one: State, isRight: boolean, now: number): string | LastStep<State> {
  if (!spend(one.without.other, now, WITHOUT_CODE)) return '429 TOO_MANY_TRIES'
  const code = findLive(one, now)
  if (code === undefined || code.others === 5) return '401 CODE_INVALID'
  code.others++
  return isRight ? useCode : '401 CODE_INVALID'
}

// A try is committed before it is compared: of two right ones at once both may be counted, and then one finds the code used.
function useCode(one: State, { now }: { now: number }): string {
  const code = findLive(one, now)
  if (code === undefined) return '401 CODE_INVALID'
  code.isUsed = true
  return '200'
}

function findLive({ code }: State, now: number): Code | undefined {
  return code && !code.isUsed && code.expires > now ? code : undefined
}
