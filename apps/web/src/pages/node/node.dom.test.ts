import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeDom, type DomPage, noAnswer, openDom, refuse, refuseField, waitFor } from '../../../test/dom.ts'
import { ledgerPage } from '../../../test/node-ledger.ts'

const ADA = { email: 'ada@example.org', nodeHandle: 'quiet-river' }
const NOON = Date.parse('2026-01-01T12:00:00.000Z')
const ENTROPY = {
  entropyScore: 8,
  particleLevel: 1,
  progress: { pct: 8, nextLevel: 100 },
  streakDays: 1,
  streakMultiplier: 1,
  scanCount: 2,
  bestPes: 0,
}
const PRIVILEGES = { is_genesis: true, is_active: true, registered_at: '2025-12-01T00:00:00.000Z' }
const CALL = {
  entropy: 'GET /api/node/entropy',
  privileges: 'GET /api/node/privileges',
  ledger: 'GET /api/node/ledger',
  handle: 'PATCH /api/node/handle',
  receipts: 'GET /api/node/receipts',
  revoke: 'POST /api/node/receipts/r-1/revoke',
}
const entryOf = (score: number, change: number) => ({
  at: '2026-01-01T11:00:00.000Z',
  change,
  reason: 'gain',
  score,
})

type More = Parameters<typeof openDom>[1] & { view?: string }

/** Opens My node as Ada, at noon. */
function open({ view = 'overview', answers, ...more }: More = {}): Promise<DomPage> {
  vi.setSystemTime(NOON)
  const ledger = { entries: [], nextCursor: null }
  const usual = { [CALL.entropy]: ENTROPY, [CALL.privileges]: PRIVILEGES, [CALL.ledger]: ledger }
  return openDom(`/node?view=${view}`, { who: ADA, answers: { ...usual, ...answers }, ...more })
}

const rowsOf = (caption: string) =>
  [...document.querySelectorAll(`[aria-label="${caption}"] tbody tr`)].map((row) => row.textContent)
const changes = () => rowsOf('Changes of your score, newest first')

afterEach(closeDom)

it('shows no node to a person who isn’t signed in, but the way in', async () => {
  const page = await openDom('/node')
  await page.press('Join or sign in')
  await waitFor(() => expect(page.find('h1')?.textContent).toBe('Join or sign in'))
})

describe('level, days and ledger', () => {
  it('begin without points', async () => {
    const page = await open()
    await page.says('No points yet.')
    await page.says('Genesis node, since')
    expect(page.read()).toContain('Best presence–no scan has counted yet')
  })

  it('show the points of scans, day by day and line by line', async () => {
    const entries = [entryOf(8, 1), entryOf(7, 7)]
    const page = await open({ answers: { [CALL.ledger]: { entries, nextCursor: null } } })
    await page.says('8 points of 100')
    await page.says('Active on 1 of the last')
    await waitFor(() =>
      expect(changes()).toEqual([
        expect.stringMatching(/A motion scan\+18$/),
        expect.stringMatching(/A motion scan\+77$/),
      ]),
    )
    expect(page.find('.node-day-today')?.title).toMatch(/: 2 of 3$/)
  })

  it('go on to earlier points on demand', async () => {
    const page = await open({ answers: { [CALL.ledger]: (_, { url }) => Response.json(ledgerPage(url)) } })
    await waitFor(() => expect(changes()).toHaveLength(20))
    await page.press('Show earlier ones')
    await waitFor(() => expect(changes()).toHaveLength(40))
    await page.press('Show earlier ones')
    await waitFor(() => expect(changes()).toHaveLength(50))
    expect(page.find('button', 'Show earlier ones')).toBeUndefined()
  })

  it('say that the service does not answer, and recover', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const page = await open({ answers: { [CALL.entropy]: noAnswer } })
    await vi.advanceTimersByTimeAsync(20_000)
    await page.says('We can’t reach the service.')
    page.answer({ [CALL.entropy]: ENTROPY })
    await page.press('Try again')
    await page.says('8 points of 100')
  })
})

describe('receipts', () => {
  const RECORD = {
    receipt_id: 'r-1',
    receipt_hash: 'ab',
    audience: 'http://localhost:3000',
    issued_at: '2026-01-01T11:59:00.000Z',
    expires_at: '2026-01-01T12:04:00.000Z',
    revoked_at: null,
    revoke_reason: null,
  }
  const listOf = (...receipts: object[]) => ({ receipts, nextCursor: null })
  const stateOf = (page: DomPage) => page.find('.node-state')?.textContent

  it('are none at first', async () => {
    const page = await open({ view: 'receipts', answers: { [CALL.receipts]: listOf() } })
    await page.says('No receipts yet.')
  })

  it('E3: are records, none of them offered as a receipt, and can be taken back', async () => {
    const answers = { [CALL.receipts]: listOf(RECORD), [CALL.revoke]: {} }
    const page = await open({ view: 'receipts', answers })
    await page.says('http://localhost:3000')
    expect(stateOf(page)).toBe('Valid')
    expect(page.find('button', 'Download')).toBeUndefined()
    expect(page.read()).toContain('The service doesn’t keep the receipts themselves')
    await page.press('Revoke r-1')
    await page.press('Keep it')
    await waitFor(() => expect(page.find('dialog[open]')).toBeUndefined())
    await page.press('Revoke r-1')
    await page.fill('Reason (optional)', 'my phone was stolen')
    const reason = 'my phone was stolen'
    page.answer({ [CALL.receipts]: listOf({ ...RECORD, revoked_at: RECORD.issued_at, revoke_reason: reason }) })
    await page.press('Revoke the receipt')
    await page.says('The receipt is revoked.')
    await waitFor(() => expect(stateOf(page)).toBe('Revoked'))
    expect(page.calls.find(({ name }) => name === CALL.revoke)?.body).toEqual({ reason })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('The receipt is revoked.'))
  })
})

describe('the handle', () => {
  const ENROLLMENT = { seal: 's', expires_at: '2100-01-01T00:00:00.000Z', signature: { version: 'imu-1' } }
  const stored = { 'stillhere-enrollment': JSON.stringify({ nodeHandle: ADA.nodeHandle, enrollment: ENROLLMENT }) }
  const readEnrollment = () => JSON.parse(localStorage.getItem('stillhere-enrollment') ?? '{}') as object
  const change = async (page: DomPage, handle: string) => {
    await page.fill('Handle of your node', handle)
    await page.press('Change the handle')
  }

  it('changes, with the enrollment of this browser, or says why not', async () => {
    const page = await open({ view: 'access', stored, answers: { [CALL.handle]: refuseField('/node_handle') } })
    await change(page, 'a@b')
    await page.says('Use 3 to 40 letters and digits of one script')
    page.answer({ [CALL.handle]: refuse(409, 'HANDLE_TAKEN') })
    await change(page, 'OTHER')
    await page.says('Another node has this handle, or one that looks like it.')
    page.answer({ [CALL.handle]: { node_handle: 'still-water' } })
    await change(page, ' still-water ')
    await page.says('Your handle is still-water now.')
    expect(page.find('#node-handle')?.textContent).toBe('still-water')
    expect(page.calls.findLast(({ name }) => name === CALL.handle)?.body).toEqual({ node_handle: 'still-water' })
    expect(JSON.parse(localStorage.getItem('stillhere-who') ?? '{}')).toMatchObject({ nodeHandle: 'still-water' })
    expect(readEnrollment()).toEqual({ nodeHandle: 'still-water', enrollment: ENROLLMENT })
  })

  it('that comes after a sign-out leaves the person signed out', async () => {
    const renamed = Promise.withResolvers<Response>()
    const answers = { [CALL.handle]: () => renamed.promise, 'DELETE /api/session': {} }
    const page = await open({ view: 'access', stored, answers })
    await change(page, 'late-water')
    await page.press('Sign out')
    await page.says('You’re not signed in.')
    renamed.resolve(Response.json({ node_handle: 'late-water' }))
    await waitFor(() => expect(readEnrollment()).toMatchObject({ nodeHandle: 'late-water' }))
    expect(localStorage.getItem('stillhere-who')).toBeNull()
  })
})

describe('a sign-in by recovery code', () => {
  const TOKEN = { id: '3', created_at: '2026-01-01T11:50:00.000Z', last_used_at: null, current: true }
  const WAITING = {
    device_name: 'Phone',
    expires_at: '2026-01-31T11:50:00.000Z',
    waits_until: '2026-01-02T11:50:00.000Z',
  }
  const CODES = 'POST /api/node/recovery-codes'
  const answers = {
    'GET /api/node/tokens': { tokens: [{ ...TOKEN, ...WAITING, name: null, scopes: null }] },
    'GET /api/node/passkeys': { passkeys: [], recommended: 2, most: 10 },
    'GET /api/node/recovery-codes': { left: 9, made_at: '2025-12-01T00:00:00.000Z' },
    'GET /api/node/wallets': { wallets: [] },
    [CODES]: refuse(403, 'RECOVERY_WAIT', { detail: 'This must wait until 2026-01-02T11:50:00.000Z.' }),
  }

  it('is named in the list of sign-ins, with the time until which it waits', async () => {
    const page = await open({ view: 'access', answers })
    await page.says('Signed in with a recovery code. Until')
    await waitFor(() => expect(page.find('time[datetime="2026-01-02T11:50:00.000Z"]')).toBeDefined())
  })

  it('leads from the question for a fresh sign-in to all ways, with the session in place, which has waited', async () => {
    const page = await open({ view: 'access', answers: { ...answers, [CODES]: refuse(403, 'FRESH_SIGN_IN_REQUIRED') } })
    await page.press('Make new recovery codes')
    await page.press('Sign in another way')
    await waitFor(() => expect(page.find('h1')?.textContent).toBe('Join or sign in'))
    expect(page.calls.map(({ name }) => name)).not.toContain('DELETE /api/session')
    expect(JSON.parse(localStorage.getItem('stillhere-waiting-page') ?? '{}')).toMatchObject({
      path: '/node?view=access',
    })
  })

  it.each([
    [2, false],
    [1, true],
  ])('with %i codes left: warned that one is too few: %s', async (left, isWarned) => {
    const codes = { left, made_at: '2025-12-01T00:00:00.000Z' }
    const page = await open({ view: 'access', answers: { ...answers, 'GET /api/node/recovery-codes': codes } })
    await page.says(left === 1 ? 'One recovery code is left.' : '2 recovery codes are left.')
    expect(page.read().includes('One code only signs you in.')).toBe(isWarned)
  })

  it('says no more of it once the wait is over', async () => {
    const over = { ...TOKEN, ...WAITING, waits_until: '2026-01-01T12:00:00.000Z', name: null, scopes: null }
    const page = await open({ view: 'access', answers: { ...answers, 'GET /api/node/tokens': { tokens: [over] } } })
    await page.says('Phone')
    expect(page.read()).not.toContain('Signed in with a recovery code')
  })

  it('says what must wait, until when, and leads to another way to sign in', async () => {
    const page = await open({ view: 'access', answers })
    await page.press('Make new recovery codes')
    await page.says('You signed in with a recovery code.')
    expect(page.read()).toMatch(/this waits until [^.]*2026/)
    await page.press('Sign in another way')
    await waitFor(() => expect(page.find('h1')?.textContent).toBe('Join or sign in'))
  })
})
