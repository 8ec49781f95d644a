import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeDom, type DomPage, noAnswer, openDom, refuse, refuseField, waitFor } from '../../../test/dom.ts'

const EMAIL = 'ada@example.org'
const INVITE = 'SERVICE-7F3K-9QXZ'
const CALL = {
  identity: 'GET /api/identity',
  send: 'POST /api/send-otp',
  confirm: 'POST /api/verify-otp',
  invite: 'POST /api/invite/validate',
}
const SENT = { success: true, delivery: 'smtp', expires_in: 600 }
const TOO_OFTEN = refuse(429, 'TOO_MANY_REQUESTS', { retryAfter: 60 })
const MEMBER = {
  [CALL.identity]: { found: true, status: 'ACTIVE' },
  [CALL.send]: SENT,
  [CALL.confirm]: refuse(400, 'CODE_INVALID'),
}
const STRANGER = { ...MEMBER, [CALL.identity]: { found: false, status: null }, [CALL.invite]: { valid: true } }

afterEach(closeDom)

/** Asks for a code: with an invite to join, without one to sign in. */
async function ask(page: DomPage, { email = EMAIL, invite }: { email?: string; invite?: string } = {}) {
  if (invite === undefined) await page.press('Sign in')
  else await page.fill('Invite', invite)
  await page.fill('Email address', email)
  await page.press('Mail me a code')
}

async function confirm(page: DomPage, code: string) {
  await page.fill('Code', code)
  await page.press('Confirm')
}

/** A page whose clock stands until the test turns it. */
function openStill(answers: Readonly<Record<string, object>>) {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  return openDom('/join', { answers })
}

const isDisabled = (page: DomPage, name: string) => (page.find('button', name) as HTMLButtonElement).disabled
const valueOf = (label: string) =>
  [...document.querySelectorAll('input')].find(({ labels }) => labels?.[0]?.textContent === label)?.value
const focusedLabel = () => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent

describe('an invite', () => {
  it.each([
    ['SERVICE-12', 'three parts', refuseField('/invite_code')],
    [INVITE, 'We don’t know this invite.', refuse(400, 'INVITE_CODE_INVALID')],
    [INVITE, 'has been used', refuse(409, 'INVITE_CODE_USED'), 'used'],
    [INVITE, 'was revoked', refuse(410, 'INVITE_CODE_REVOKED')],
    ['', 'Enter your invite.', SENT],
  ])(
    '%s that is refused says “%s” at its field, and has the focus',
    async (invite, words, refusal, reason?: string) => {
      const lookedUp = { valid: reason === undefined, reason }
      const page = await openDom('/join', { answers: { ...STRANGER, [CALL.invite]: lookedUp, [CALL.send]: refusal } })
      await ask(page, { invite })
      await page.says(words)
      await waitFor(() => expect(focusedLabel()).toBe('Invite'))
    },
  )

  it.each([
    ['unknown', 'We don’t know this invite.'],
    ['used', 'has been used'],
    ['revoked', 'was revoked'],
  ])('that is %s says so before it is sent', async (reason, words) => {
    const page = await openDom('/join', { answers: { ...STRANGER, [CALL.invite]: { valid: false, reason } } })
    await page.fill('Invite', INVITE.toLowerCase())
    await page.fill('Email address', EMAIL)
    await page.says(words)
    expect(page.calls.filter(({ name }) => name === CALL.send)).toEqual([])
    expect(page.calls.find(({ name }) => name === CALL.invite)?.body).toEqual({ code: INVITE })
  })

  it('that another person is using right now differs from one that is used', async () => {
    const page = await openDom('/join', { answers: { ...STRANGER, [CALL.send]: refuse(409, 'INVITE_CODE_USED') } })
    await ask(page, { invite: INVITE })
    await page.says('right now')
  })

  it('is asked for when an address has no node, which keeps the address', async () => {
    const page = await openDom('/join', { answers: { ...STRANGER, [CALL.send]: refuse(400, 'INVITE_CODE_REQUIRED') } })
    await ask(page)
    await page.says('This address has no node yet')
    expect(valueOf('Email address')).toBe(EMAIL)
  })

  it('that has gone before the code came leads back to it', async () => {
    const page = await openDom('/join', {
      answers: { ...STRANGER, [CALL.confirm]: refuse(410, 'INVITE_CODE_REVOKED') },
    })
    await ask(page, { invite: INVITE })
    await page.says(`We emailed a 6-digit code to ${EMAIL}.`)
    await confirm(page, '123456')
    await page.says('was revoked')
    expect(valueOf('Email address')).toBe(EMAIL)
  })
})

describe('an address', () => {
  it.each([
    ['', 'Enter your email address.'],
    ['ada', 'doesn’t look like an email address'],
    ['ada@localhost', 'doesn’t look like an email address'],
    ['"a b"@example.org', 'doesn’t look like an email address'],
    ['ada@@example.org', 'doesn’t look like an email address'],
  ])('E12: %s is refused until it is edited, and never in the address bar', async (email, words) => {
    const answers = { ...MEMBER, [CALL.send]: refuseField('/email') }
    const page = await openDom('/join?way=sign-in', { answers })
    await page.fill('Email address', email)
    await page.press('Mail me a code')
    await page.says(words)
    await page.fill('Email address', 'b')
    await waitFor(() => expect(page.find('.field-error')?.textContent).toBe(''))
    expect(location.href).toBe('https://stillhere.example/join?way=sign-in')
  })
})

describe('a code', () => {
  it('E20: counts its tries, is closed after the last, and gives way to a new one', async () => {
    const page = await openStill(MEMBER)
    await ask(page)
    await page.says('It works until')
    await confirm(page, '12345')
    await page.says('The code has six digits.')
    for (const words of ['4 tries are left', '3 tries are left', '2 tries are left', 'One try is left', 'last try']) {
      await confirm(page, '000000')
      await page.says(words)
    }
    await page.says(`The code for ${EMAIL} is closed.`)
    expect(page.read()).not.toContain('It works until')
    expect(isDisabled(page, 'Confirm')).toBe(true)
    expect(page.read()).toMatch(/Send a new code in \d+ s/)
    await vi.advanceTimersByTimeAsync(31_000)
    const session = { email: EMAIL, node_handle: 'quiet-river' }
    page.answer({ [CALL.confirm]: { node_token: 'sh_1', node_handle: 'quiet-river' }, 'POST /api/session': session })
    await page.press('Send a new code')
    await page.says('We made a new code.')
    expect(page.read()).toContain('It works until')
    await confirm(page, '123456')
    await page.says('quiet-river')
    expect(location.pathname).toBe('/node')
  })

  it('that was asked for too often is counted down to', async () => {
    const page = await openStill({ ...MEMBER, [CALL.send]: TOO_OFTEN })
    await ask(page)
    await page.says('Too many tries.')
    expect(page.find('.notice')?.textContent).toMatch(/Try again in (\d+ s|1:00)\./)
    expect(isDisabled(page, 'Mail me a code')).toBe(true)
    await vi.advanceTimersByTimeAsync(61_000)
    await page.says('You can try again now.')
    expect(isDisabled(page, 'Mail me a code')).toBe(false)
  })

  it('that is sent no more leaves a passkey and a recovery code', async () => {
    vi.stubGlobal('PublicKeyCredential', vi.fn())
    const page = await openStill(MEMBER)
    await ask(page)
    await page.says('It works until')
    expect(page.find('button', 'Sign in with a passkey')).toBeUndefined()
    page.answer({ [CALL.send]: TOO_OFTEN })
    await vi.advanceTimersByTimeAsync(31_000)
    await page.press('Send a new code')
    await page.says('a passkey or a recovery code still signs you in')
    expect(page.find('button', 'Sign in with a passkey')).toBeDefined()
    await page.press('Lost your email, passkey or wallet?')
    expect(valueOf('Recovery code')).toBe('')
    expect(document.querySelectorAll('.notice')).toHaveLength(1)
  })
})

it('says that the service does not answer, and goes on when it does', async () => {
  const page = await openStill({ ...MEMBER, [CALL.identity]: noAnswer })
  await ask(page)
  await vi.advanceTimersByTimeAsync(20_000)
  await page.says('We can’t reach the service.')
  page.answer(MEMBER)
  await page.press('Mail me a code')
  await page.says('It works until')
})
