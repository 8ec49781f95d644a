import { ADMIN_SECRET } from '../../world/service.ts'
import { type Area, dayOf, say, spend, subject } from '../area.ts'
import type { World } from '../world.ts'

const LIFE_MS = 600_000
const SENDS_A_DAY = { count: 10, perSeconds: 86_400 }
const WITHOUT_CODE = { count: 5, perSeconds: 600 }
const [BURST_MS, STEP_MS] = [180_000, 60_000]
const RESERVATIONS_A_DAY = 5
const [PEOPLE, INVITES] = [4, 3]

type Invite = { isUsed: boolean; isRevoked: boolean; holder: number | null; until: number; day: string; count: number }
type Code = { invite: number | null; expires: number; isUsed: boolean }
type Person = { isIn: boolean; code: Code | null; sends: number[]; due: number; without: number[] }
type State = { invites: Invite[]; people: Person[] }

/** Three invite codes and four people who want to join: one code lets in one person, is held for one at a time, and not once it is revoked. */
export const invites: Area = {
  name: 'invites',
  groups: [['send', 'validate', 'revoke'], ['send'], ['join', 'validate'], ['join', 'revoke'], ['join']],
  open: async (world, { name }) => {
    const { codes, ids } = await addInvites(world, name)
    const emailOf = (n: number) => `${name}-${n % PEOPLE}@example.org`
    const state: State = {
      invites: Array.from({ length: INVITES }, () => ({
        isUsed: false,
        isRevoked: false,
        holder: null,
        until: 0,
        day: '',
        count: 0,
      })),
      people: Array.from({ length: PEOPLE }, () => ({ isIn: false, code: null, sends: [], due: 0, without: [] })),
    }
    return subject({
      state,
      run: async ({ kind, n }, call) => {
        const [email, code] = [emailOf(n), codes[pickInvite(n)] ?? '']
        if (kind === 'send') return say(await call('POST', '/api/send-otp', { body: { email, invite_code: code } }))
        if (kind === 'join') {
          const otp = (await world.ask('readMail', { kind: 'code', to: email }))?.['code'] ?? '000000'
          return say(await call('POST', '/api/verify-otp', { body: { email, otp } }))
        }
        if (kind === 'revoke') {
          const headers = { 'x-admin-secret': ADMIN_SECRET }
          return say(await call('DELETE', `/api/admin/invites/${ids[pickInvite(n)]}`, { headers }))
        }
        const answer = await call('POST', '/api/invite/validate', { body: { code } })
        return say(answer, answer.body['reason'])
      },
      step: (one, { kind, n }, { now }) => {
        const invite = one.invites[pickInvite(n)] as Invite
        if (kind === 'send') return send(one, { n, now })
        if (kind === 'join') return join(one, { n, now })
        if (kind === 'validate') return `200 ${invite.isUsed ? 'used' : invite.isRevoked ? 'revoked' : ''}`
        if (invite.isUsed) return '409 INVITE_CODE_USED'
        invite.isRevoked = true
        return '200'
      },
    })
  },
}

async function addInvites(world: World, name: string): Promise<{ codes: string[]; ids: string[] }> {
  const headers = { 'x-admin-secret': ADMIN_SECRET }
  const call = world.call(0, '127.0.0.1')
  const codes: string[] = []
  for (let at = 0; at < INVITES; at++) {
    const made = await call('POST', '/api/admin/invites', { body: { note: `${name} ${at}` }, headers })
    codes.push(...(made.body['codes'] as string[]))
  }
  const listed = await call('GET', '/api/admin/invites?limit=500', { headers })
  const all = listed.body['invites'] as { id: string; note: string }[]
  return { codes, ids: codes.map((_, at) => all.find(({ note }) => note === `${name} ${at}`)?.id ?? '') }
}

// To revoke an invite is to end what else it could show: there are others then.
function pickInvite(n: number): number {
  return Math.floor(n / PEOPLE) % INVITES
}

function send({ invites: all, people }: State, { n, now }: { n: number; now: number }): string {
  const person = people[n % PEOPLE] as Person
  const invite = all[pickInvite(n)] as Invite
  const reserved = person.isIn ? null : reserve(invite, { holder: n % PEOPLE, now })
  if (typeof reserved === 'string') return reserved
  const [from, sends] = [Math.max(person.due, now), [...person.sends]]
  if (!spend(sends, now, SENDS_A_DAY) || from + STEP_MS > now + BURST_MS) return '429 TOO_MANY_REQUESTS'
  Object.assign(person, { sends, due: from + STEP_MS })
  if (reserved) Object.assign(invite, reserved)
  person.code = { invite: reserved ? pickInvite(n) : null, expires: now + LIFE_MS, isUsed: false }
  return '200'
}

/** The invite as held by this person, or why they cannot have it. */
function reserve(invite: Invite, { holder, now }: { holder: number; now: number }): Invite | string {
  const day = dayOf(now)
  const isToday = invite.day === day
  const isFree = invite.until <= now && (!isToday || invite.count < RESERVATIONS_A_DAY)
  if (invite.isUsed || invite.isRevoked || !(invite.holder === holder || isFree)) return refuse(invite, now)
  const count = isToday ? invite.count + (invite.holder === holder ? 0 : 1) : 1
  return { ...invite, holder, until: now + LIFE_MS, day, count }
}

function refuse(invite: Invite, now: number): string {
  if (invite.isUsed) return '409 INVITE_CODE_USED'
  if (invite.isRevoked) return '410 INVITE_CODE_REVOKED'
  return invite.until > now ? '409 INVITE_CODE_USED' : '429 TOO_MANY_REQUESTS'
}

function join({ invites: all, people }: State, { n, now }: { n: number; now: number }): string {
  const person = people[n % PEOPLE] as Person
  const { code } = person
  if (!code || code.isUsed || code.expires <= now)
    return spend(person.without, now, WITHOUT_CODE) ? '401 CODE_INVALID' : '429 TOO_MANY_TRIES'
  code.isUsed = true
  if (person.isIn) return '200'
  const invite = all[code.invite ?? 0] as Invite
  if (invite.isUsed || invite.isRevoked || !(invite.holder === n % PEOPLE || invite.until <= now))
    return refuse(invite, now)
  invite.isUsed = true
  person.isIn = true
  return '200'
}
