import { canonicalize, computePayloadDigest } from '@stillhere/client/receipt'
import { computeApproverChallenge, computeStatementDigest } from '@stillhere/client/receipt/approver'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeDom, type DomPage, openDom, refuse } from '../../../test/dom.ts'

const ID = '00000000-0000-4000-8000-000000000009'
const signedText = (action: object) => ({ text: canonicalize(action), digest: computePayloadDigest(action) })
const NASTY = `</script><b onclick="x()">"Pay"</b> & 'run' twice`
const NOW = Date.parse('2026-01-01T12:00:00.000Z')
const FACTS = {
  kind: 'approval',
  id: ID,
  status: 'open',
  ...signedText({ type: 'deploy', summary: 'Deploy 1.2', details: { Stage: 'live' } }),
  binding_message: 'remote radio portrait hill delta value',
  language: 'en',
  method: 'hand',
  assurance: 1,
  need: 1,
  people: 1,
  expires_at: '2026-01-01T12:10:00.000Z',
  test: false,
  asker: { id: 'k', kind: 'site', name: 'Shop', origin: 'https://shop.example', operator: null },
  other_way: false,
}
const PATH = `/approve/${ID}`
const ADA = { email: 'ada@example.org', nodeHandle: 'quiet-river' }
const CALL = {
  list: 'GET /api/node/approvals',
  passkeys: 'GET /api/node/passkeys',
  deny: `POST /api/approvals/${ID}/deny`,
  confirm: `POST /api/approvals/${ID}/confirm`,
  start: `POST /api/approvals/${ID}/passkey`,
}
const PASSKEY = { id: 'p', name: 'Phone', device: 'passkey', suspected_clone: false }
const listOf = (...approvals: object[]) => ({
  approvals: approvals.map((one) => ({ decision: 'open', approvers: [{ name: 'ada', status: 'open' }], ...one })),
  nextCursor: null,
})
const passkeysOf = (...passkeys: object[]) => ({ passkeys, recommended: 2, most: 10, accepts_attested: true })

type More = Parameters<typeof openDom>[1]

/** Opens the page as Ada, who was asked, at noon. */
function open({ facts = {}, answers, ...more }: More = {}): Promise<DomPage> {
  vi.setSystemTime(NOW)
  const asked = { ...FACTS, ...facts }
  const usual = { [CALL.list]: listOf(asked), [CALL.passkeys]: passkeysOf(PASSKEY), [CALL.deny]: { status: 'denied' } }
  return openDom(PATH, { facts: facts && asked, answers: { ...usual, ...answers }, who: ADA, ...more })
}

const callsOf = ({ calls }: DomPage, name: string) => calls.filter((call) => call.name === name)

afterEach(closeDom)

describe('what is asked', () => {
  it('names who, exactly what, the words to compare, and the time that is left', async () => {
    const page = await open()
    await page.says('Compare with the six words the asker shows: remote radio portrait hill delta value')
    expect(page.find('h1')?.textContent).toBe('Shop (https://shop.example) asks you to approve: Deploy 1.2')
    expect(page.read()).toContain('Type: deploy')
    expect(page.find('.approve-until')?.textContent).toMatch(/^Open until .+\(10:00 left\)$/)
    expect(page.find('.approve-until time')?.getAttribute('datetime')).toBe(FACTS.expires_at)
  })

  it('is text, however full of markup', async () => {
    const page = await open({
      facts: signedText({ type: 'x', summary: NASTY, details: { [NASTY]: `${NASTY}\nmore` } }),
    })
    await page.says('Compare with')
    expect(page.find('.check-action')?.textContent).toBe(NASTY)
    expect(page.find('.check-details dd')?.textContent).toBe(`${NASTY}\nmore`)
    expect(document.querySelectorAll('main b')).toHaveLength(0)
  })

  it('is nothing to approve where its text has another digest than the key would sign', async () => {
    const page = await open({ facts: { digest: 'ab'.repeat(32) }, isPhone: true })
    await page.says('This page doesn’t show what you were asked for')
    expect(page.read()).toContain('Nothing was approved. Reload the page and read it again.')
    expect(page.read()).not.toContain('Deploy 1.2')
    expect(page.find('button', 'Approve')).toBeUndefined()
    expect(page.calls.filter(({ name }) => name.startsWith('POST'))).toEqual([])
  })

  it('says on a test that it proves nothing', async () => {
    const page = await open({ facts: { test: true } })
    await page.says('This is a test. It proves nothing, so don’t rely on it.')
  })
})

describe('a person who was asked', () => {
  it('denies with one tap', async () => {
    const page = await open()
    await page.press('Deny')
    await page.says('You denied this.')
    expect(page.read()).toContain('Nothing was approved. Shop is told that you denied it.')
    expect(callsOf(page, CALL.deny).map(({ body }) => body)).toEqual([{ stop: false }])
    expect(page.read()).not.toContain('Open until')
    expect(page.hrefOf('All your approvals')).toBe('https://stillhere.example/node?view=approvals')
  })

  it('denies for good with another one', async () => {
    const page = await open()
    await page.press('Deny, and don’t let them ask again')
    await page.says('Shop can’t ask you again.')
    expect(callsOf(page, CALL.deny).map(({ body }) => body)).toEqual([{ stop: true }])
  })

  it('says that it was decided elsewhere, or that its time is over', async () => {
    const page = await open({ answers: { [CALL.deny]: refuse(409, 'APPROVAL_ENDED') } })
    await page.press('Deny')
    await page.says('This was decided elsewhere.')
    const late = await open({ answers: { [CALL.deny]: refuse(409, 'APPROVAL_ENDED') } })
    await late.says('Deny')
    vi.setSystemTime(NOW + 700_000)
    await late.press('Deny')
    await late.says('This has expired.')
  })

  it('can try again where the service does not answer', async () => {
    const page = await open({ answers: { [CALL.deny]: refuse(503, 'UNAVAILABLE') } })
    await page.press('Deny')
    await page.says('Failed:')
    page.answer({ [CALL.deny]: { status: 'denied' } })
    await page.press('Deny')
    await page.says('You denied this.')
  })

  it.each([
    ['granted', 'This was approved before.'],
    ['denied', 'This was denied before.'],
    ['expired', 'This has expired.'],
  ])('sees that it was %s before, and nothing to press', async (status, words) => {
    const page = await open({ facts: { status } })
    await page.says(words)
    expect(page.find('button', 'Deny')).toBeUndefined()
  })

  it('sees what its own list says, where that is newer', async () => {
    const page = await open({ answers: { [CALL.list]: listOf({ ...FACTS, status: 'denied' }) } })
    await page.says('This was denied before.')
  })
})

describe('several people', () => {
  const of = (...statuses: string[]) => statuses.map((status, index) => ({ name: `person-${index}`, status }))
  const asked = { ...FACTS, need: 2, people: 3 }
  const openAsOne = (own: object, answers = {}) =>
    open({ facts: { need: 2, people: 3 }, answers: { [CALL.list]: listOf({ ...asked, ...own }), ...answers } })

  it('are named to each other with their decisions, and how many must approve', async () => {
    const page = await openAsOne({ approvers: of('granted', 'open', 'denied') })
    await page.says('Approved by 1 so far, 2 needed:')
    expect(page.read()).toContain('2 of 3 people must approve this.')
    expect([...document.querySelectorAll('.approvers li')].map((one) => one.textContent)).toEqual([
      'person-0: approved',
      'person-1: not decided',
      'person-2: denied',
    ])
  })

  it('are not named to a person who is signed out', async () => {
    const page = await openDom(PATH, { facts: asked })
    await page.says('2 of 3 people must approve this.')
    expect(document.querySelectorAll('.approvers li')).toHaveLength(0)
  })

  const APPROVED = { decision: 'granted', approvers: of('granted', 'open', 'open') }

  it('who approved before wait for the others, with nothing to deny', async () => {
    const page = await openAsOne(APPROVED)
    await page.says('You approved this.')
    expect(page.read()).toContain('Shop can use it, once, when enough people have approved.')
    expect(page.find('button', 'Deny')).toBeUndefined()
  })

  it.each([
    ['open', 'Shop can use it only if enough of them approve.'],
    ['denied', 'Nothing was approved. Shop is told that you denied it.'],
  ])('who approved before take it back while others are asked; it is then %s', async (status, words) => {
    const page = await openAsOne(APPROVED, { [CALL.deny]: { status } })
    await page.press('Take back my approval')
    await page.says('You denied this.')
    expect(page.read()).toContain(words)
    expect(callsOf(page, CALL.deny).map(({ body }) => body)).toEqual([{ stop: false }])
    expect(page.find('button', 'Take back my approval')).toBeUndefined()
  })

  it('who take it back too late learn that it was decided', async () => {
    const page = await openAsOne(APPROVED, { [CALL.deny]: refuse(409, 'APPROVAL_ENDED') })
    await page.press('Take back my approval')
    await page.says('This was decided elsewhere.')
  })

  it('who approved it alone have nothing to take back', async () => {
    const page = await openAsOne({
      status: 'granted',
      decision: 'granted',
      approvers: of('granted', 'granted', 'open'),
    })
    await page.says('This was approved before.')
    expect(page.find('button', 'Take back my approval')).toBeUndefined()
  })

  it('who deny learn that the others can still approve', async () => {
    const page = await openAsOne({ approvers: of('open', 'open', 'open') }, { [CALL.deny]: { status: 'open' } })
    await page.press('Deny')
    await page.says('You denied this.')
    expect(page.read()).toContain('Shop can use it only if enough of them approve.')
  })
})

describe('before a scan', () => {
  it('needs a passkey for level 2; denying needs none', async () => {
    const page = await open({
      isPhone: true,
      facts: { assurance: 2 },
      answers: { [CALL.passkeys]: passkeysOf({ ...PASSKEY, suspected_clone: true }) },
    })
    await page.says('To approve, add a passkey first')
    expect(page.read()).toContain('This needs level 2')
    await page.press('Deny')
    await page.says('You denied this.')
  })

  it('needs a security key that is accepted for level 3: a passkey alone does not reach it', async () => {
    const page = await open({ isPhone: true, facts: { assurance: 3 } })
    await page.says('To approve, add a security key first')
    expect(page.read()).toContain('This needs level 3')
    const enrollment = { seal: 's', expires_at: '2100-01-01T00:00:00.000Z', signature: { version: 'imu-1' } }
    const stored = { 'stillhere-enrollment': JSON.stringify({ nodeHandle: ADA.nodeHandle, enrollment }) }
    const answers = { [CALL.passkeys]: passkeysOf(PASSKEY, { ...PASSKEY, id: 'k', device: 'attested' }) }
    const second = await open({ isPhone: true, facts: { assurance: 3 }, answers, stored })
    await second.says('Then you hold your security key to the phone, which signs it.')
  })

  it('needs none for level 1, but an enrollment', async () => {
    const page = await open({ isPhone: true, answers: { [CALL.passkeys]: passkeysOf() } })
    await page.says('To approve, first teach Stillhere how you move')
    expect(callsOf(page, CALL.passkeys)).toHaveLength(0)
  })

  it('says what the scan takes, and that denying takes none, to a person who is enrolled', async () => {
    const enrollment = { seal: 's', expires_at: '2100-01-01T00:00:00.000Z', signature: { version: 'imu-1' } }
    const stored = { 'stillhere-enrollment': JSON.stringify({ nodeHandle: ADA.nodeHandle, enrollment }) }
    const page = await open({ isPhone: true, stored })
    await page.says('Approve starts a scan: six arrows, about ten seconds, phone in one hand.')
    expect(page.read()).toContain('Can’t move a phone? You can deny without a scan.')
    expect(page.read()).not.toContain('Then you unlock your passkey')
    expect(page.find('.button-main', 'Approve')).toBeDefined()
    const second = await open({ isPhone: true, stored, facts: { assurance: 2 } })
    await second.says('Then you unlock your passkey, which signs it.')
  })

  it('shows a screen without sensors the way to a phone, by an address without a secret', async () => {
    const page = await open()
    await page.says('Approve on your phone')
    expect(page.read()).toContain('The link holds no secret.')
    expect(page.find('.copy-field')?.textContent).toContain(`https://stillhere.example${PATH}`)
  })
})

describe('one press', () => {
  const TAP = { method: 'tap', assurance: 0 }

  it.each([true, false])('approves exactly what the page shows, on a phone (%s) and elsewhere', async (isPhone) => {
    const page = await open({ isPhone, facts: TAP, answers: { [CALL.confirm]: {} } })
    await page.says('Approve is one press here')
    expect(page.read()).not.toContain('Approve on your phone')
    await page.press('Approve')
    await page.says('You approved this.')
    expect(page.read()).toContain('It learns that you pressed Approve without a scan.')
    expect(callsOf(page, CALL.confirm).map(({ body }) => body)).toEqual([{ digest: FACTS.digest }])
  })

  it('can be refused, where the person accepts scans only by now, and denied', async () => {
    const page = await open({ facts: TAP, answers: { [CALL.confirm]: refuse(403, 'METHOD_TOO_WEAK') } })
    await page.press('Approve')
    await page.says('You accept stronger approvals only.')
    await page.press('Deny')
    await page.says('You denied this.')
  })
})

describe('a passkey alone', () => {
  const BY_PASSKEY = { method: 'passkey', assurance: 0 }
  const STATEMENT = {
    action: 'Deploy 1.2',
    action_digest: FACTS.digest,
    audience: FACTS.asker.origin,
    nonce: ID,
    challenge_id: '00000000-0000-4000-8000-00000000000a',
    chain: null,
    issuer: '0'.repeat(64),
    method: 'passkey',
    level: 0,
    not_after: '2026-01-01T12:07:00.000Z',
  } as const
  const startOf = (changes: object = {}) => ({
    token: 'a-token',
    statement: { ...STATEMENT, ...changes },
    rp_id: 'stillhere.example',
    credential_ids: ['AQID'],
    expires_at: '2026-01-01T12:02:00.000Z',
  })
  const bytes = (...values: number[]) => new Uint8Array(values).buffer

  /** Gives the browser a passkey, which counts what it was asked to sign. */
  function addPasskey(refusal?: Error): PublicKeyCredentialRequestOptions[] {
    const asked: PublicKeyCredentialRequestOptions[] = []
    const get = async ({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }) => {
      asked.push(publicKey)
      if (refusal) throw refusal
      const response = { clientDataJSON: bytes(1), authenticatorData: bytes(2), signature: bytes(3) }
      return { id: 'AQID', rawId: bytes(1, 2, 3), type: 'public-key', response, getClientExtensionResults: () => ({}) }
    }
    vi.stubGlobal('PublicKeyCredential', () => undefined)
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
    return asked
  }

  const openSigned = (isPhone: boolean, answers = {}) =>
    open({
      isPhone,
      facts: BY_PASSKEY,
      answers: { [CALL.start]: startOf(), [CALL.confirm]: { status: 'granted' }, ...answers },
    })

  it.each([true, false])('signs exactly what the page shows, on a phone (%s) and elsewhere', async (isPhone) => {
    const page = await openSigned(isPhone)
    const asked = addPasskey()
    await page.says('Approve asks your passkey to sign exactly this action.')
    expect(page.read()).not.toContain('Approve on your phone')
    await page.press('Approve')
    await page.says('Your passkey signed exactly this action, without a scan.')
    const [{ challenge, rpId, userVerification } = { challenge: bytes() }] = asked
    expect([...new Uint8Array(challenge as ArrayBuffer)]).toEqual([
      ...computeApproverChallenge([computeStatementDigest(STATEMENT)]),
    ])
    expect([asked.length, rpId, userVerification]).toEqual([1, 'stillhere.example', 'required'])
    expect(callsOf(page, CALL.confirm).map(({ body }) => body)).toMatchObject([
      { digest: FACTS.digest, passkey: { token: 'a-token', response: { id: 'AQID' } } },
    ])
  })

  it.each([
    ['another action', { action: 'Deploy 1.3' }],
    ['another digest', { action_digest: 'ab'.repeat(32) }],
    ['another asker', { audience: 'https://eve.example' }],
    ['a scan', { method: 'hand' }],
    ['a level', { level: 2 }],
    ['motion', { chain: '0'.repeat(64) }],
  ])('signs no statement of %s, whatever the service says', async (_, changes) => {
    const page = await openSigned(true, { [CALL.start]: startOf(changes) })
    const asked = addPasskey()
    await page.press('Approve')
    await page.says('This page doesn’t show what you were asked for')
    expect([asked.length, callsOf(page, CALL.confirm).length]).toEqual([0, 0])
  })

  it('can be tried again where the person unlocks no passkey, and denied', async () => {
    const page = await openSigned(true)
    addPasskey(Object.assign(new Error('canceled'), { name: 'NotAllowedError' }))
    await page.press('Approve')
    await page.says('No passkey was used.')
    expect(callsOf(page, CALL.confirm)).toHaveLength(0)
    addPasskey()
    await page.press('Approve')
    await page.says('You approved this.')
  })

  it('is made first by a node that has none; denying needs none', async () => {
    const page = await openSigned(false, { [CALL.passkeys]: passkeysOf({ ...PASSKEY, suspected_clone: true }) })
    await page.says('To approve, add a passkey first')
    expect(page.read()).toContain('your node has none that can sign. Denying needs no passkey.')
    await page.press('Deny')
    await page.says('You denied this.')
  })
})

describe('the other way', () => {
  const OTHER_WAY = 'I can’t or don’t want to move a phone'
  const MAILED = { 'POST /api/send-otp': { success: true, delivery: 'smtp' } }

  it('is offered only where the site takes it', async () => {
    const page = await open()
    await page.says('Deny')
    expect(page.read()).not.toContain(OTHER_WAY)
  })

  it('approves what the page shows by a code that is mailed to the node that is signed in', async () => {
    const answers = { ...MAILED, [CALL.confirm]: refuse(400, 'CODE_INVALID') }
    const page = await open({ facts: { other_way: true }, answers })
    await page.press(OTHER_WAY)
    expect(page.read()).toContain('The site learns that no motion was checked, and there’s no receipt.')
    expect(page.find('.button-main', 'Mail me a code')).toBeDefined()
    await page.press('Mail me a code')
    await page.says('We emailed a 6-digit code to ada@example.org.')
    expect(page.find('.button-quiet', 'Mail another code')).toBeDefined()
    await page.fill('Code', '123456')
    await page.press('Approve with this code')
    await page.says('That is not the code, or it is too old.')
    page.answer({ [CALL.confirm]: { status: 'granted' } })
    await page.press('Approve with this code')
    await page.says('You approved this.')
    expect(page.read()).toContain('It’s told that you approved with a mailed code.')
    expect(callsOf(page, CALL.confirm).at(-1)?.body).toEqual({ digest: FACTS.digest, otp: '123456' })
  })

  it('says how it ended meanwhile', async () => {
    const answers = { ...MAILED, [CALL.confirm]: refuse(409, 'APPROVAL_ENDED') }
    const page = await open({ facts: { other_way: true }, answers })
    await page.press(OTHER_WAY)
    await page.press('Mail me a code')
    await page.fill('Code', '123456')
    await page.press('Approve with this code')
    await page.says('This was decided elsewhere.')
  })
})

describe('people who can’t decide', () => {
  it('are another node: it decides nothing, and can sign in as the one that was asked', async () => {
    const page = await open({ answers: { [CALL.list]: listOf(), 'DELETE /api/session': {} } })
    await page.says('Your node was not asked for this.')
    expect(page.read()).toContain('You’re signed in as quiet-river.')
    expect(page.find('button', 'Deny')).toBeUndefined()
    await page.press('Sign in as another node')
    await page.says('Join or sign in')
    expect(JSON.parse(localStorage.getItem('stillhere-waiting-page') ?? '{}')).toMatchObject({ path: PATH })
    expect(callsOf(page, 'DELETE /api/session')).toHaveLength(1)
  })

  it('are not named where the list goes on: it may be in the rest', async () => {
    const page = await open({ answers: { [CALL.list]: { approvals: [], nextCursor: 'more' } } })
    await page.says('Deny')
    expect(page.read()).not.toContain('Your node was not asked for this.')
  })

  it('are signed out: they sign in first, and come back', async () => {
    const page = await openDom(PATH, { facts: FACTS })
    await page.says('Sign in to decide')
    expect(page.read()).toContain('Approve on your phone')
    await page.press('Sign in')
    await page.says('Join or sign in')
    expect(JSON.parse(localStorage.getItem('stillhere-waiting-page') ?? '{}')).toMatchObject({ path: PATH })
  })

  it('were signed in until now: they sign in again', async () => {
    const page = await open({ answers: { [CALL.deny]: refuse(401, 'UNAUTHORIZED') } })
    await page.press('Deny')
    await page.says('This session is over.')
    expect(page.read()).toContain('you come back here afterwards')
  })
})

it('says that there is no such approval', async () => {
  const page = await openDom(PATH, { facts: null })
  await page.says('This approval doesn’t exist')
  expect(page.read()).toContain('What your node was asked for is listed under My node.')
})

it.each([
  ['de', 'bittet dich um Freigabe: Deploy 1.2', 'Ablehnen'],
  ['es', 'te pide que apruebes: Deploy 1.2', 'Rechazar'],
] as const)('speaks %s', async (language, who, deny) => {
  const page = await open({ language })
  await page.says(deny)
  expect(page.find('h1')?.textContent).toContain(who)
})
