import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeDom, createNews, type DomPage, openDom, refuse } from '../../../test/dom.ts'

const ID = '00000000-0000-4000-8000-000000000007'
const SITE = 'https://shop.example'
const FACTS = {
  kind: 'check',
  id: ID,
  site: 'Shop',
  origin: SITE,
  audience: SITE,
  action: 'Pay 7 € to Eve',
  details: { Amount: '7 €' },
  assurance: 1,
  otherWay: false,
  approverKey: false,
  takesFirstVisit: false,
  fromPage: false,
  test: false,
  status: 'open',
}
const PATH = `/check/${ID}`
const PAIR_SECRET = 'A'.repeat(43)
const CALL = {
  open: `POST /api/checks/${ID}/open`,
  events: `GET /api/checks/${ID}/events`,
  pair: `POST /api/checks/${ID}/pair`,
  join: `POST /api/checks/${ID}/join`,
  cancel: `POST /api/checks/${ID}/cancel`,
  confirm: `POST /api/checks/${ID}/confirm`,
}
const NEWS = { status: 'open', reason: null, joined: false, wrong_numbers: 0 }
const linkNo = (count: number) => ({ url: `${PATH}#${'A'.repeat(42)}${count}`, number: `4${count}` })

/** Links that differ, as the service draws them. */
function drawLinks(): () => Response {
  let count = 0
  return () => Response.json({ ...linkNo(count++), expires_at: '2100-01-01T00:00:00.000Z' })
}

type More = Parameters<typeof openDom>[1] & { path?: string }

function open({ facts = {}, answers, path = PATH, ...more }: More = {}): Promise<DomPage> {
  const usual = { [CALL.open]: { token: 'chk_1' }, [CALL.events]: stream(NEWS), [CALL.pair]: drawLinks() }
  return openDom(path, { facts: facts && { ...FACTS, ...facts }, answers: { ...usual, ...answers }, ...more })
}

const joinAsPhone = async (answer: object) => {
  const page = await open({ path: `${PATH}#${PAIR_SECRET}`, answers: { [CALL.join]: answer } })
  await page.fill('Which number does the other screen show?', '42')
  await page.press('Continue')
  return page
}
/** News that come when the page asks for them. */
const stream = (...news: readonly object[]) => createNews(...news).answer
const count = ({ calls }: DomPage, name: string) => calls.filter((call) => call.name === name).length

afterEach(closeDom)

describe('a screen', () => {
  it('opens the check once, shows who asks for what, and a phone the way', async () => {
    const page = await open()
    await page.says('Number for your phone: 40')
    expect(page.find('h1')?.textContent).toBe('Shop asks you to confirm Pay 7 € to Eve')
    expect(page.find('dd')?.textContent).toBe('7 €')
    expect(count(page, CALL.open)).toBe(1)
    const [opening] = page.calls.filter(({ name }) => name === CALL.open)
    expect(opening?.headers.get('idempotency-key')).toMatch(/^[\da-f]{32}$/)
    expect(page.read()).toContain('Don’t show or send these to anyone')
  })

  it('shows what the service wrote, not what its address says', async () => {
    const page = await open({ path: `${PATH}?action=Pay+700` })
    await page.says('40')
    expect(page.find('h1')?.textContent).toBe('Shop asks you to confirm Pay 7 € to Eve')
    expect(page.read()).not.toContain('700')
  })

  it('draws another link after 50 seconds, since a link is good for a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const page = await open()
    await page.says('40')
    await vi.advanceTimersByTimeAsync(45_000)
    expect(page.read()).not.toContain('41')
    await vi.advanceTimersByTimeAsync(6000)
    await page.says('41')
  })

  it('draws another link once a wrong number has spent the one that it shows, and says when the third ended the check', async () => {
    const { answer, tell } = createNews(NEWS)
    const page = await open({ answers: { [CALL.events]: answer } })
    await page.says('40')
    tell({ ...NEWS, wrong_numbers: 1 })
    await page.says('41')
    tell({ status: 'failed', reason: 'wrong_number', joined: false, wrong_numbers: 3, return_url: null })
    await page.says('A wrong number was entered three times, so this check is over.')
    expect(page.read()).toContain('Go back to Shop and start again there.')
  })

  it('says that a phone has joined, and lets go of it', async () => {
    const page = await open({ answers: { [CALL.events]: stream({ ...NEWS, joined: true }) } })
    await page.says('Your phone has joined. Continue there.')
    expect(count(page, CALL.pair)).toBe(0)
    await page.press('Use another phone')
    await vi.waitFor(() => expect(count(page, CALL.pair)).toBe(1))
  })

  it('takes the person back when the check has passed', async () => {
    const back = `${SITE}/back?code=1`
    const passed = { status: 'passed', reason: null, joined: true, wrong_numbers: 0, return_url: back }
    const page = await open({ answers: { [CALL.events]: stream(passed) } })
    await page.says('We’ll take you back.')
    expect(page.hrefOf('Return to Shop')).toBe(back)
    await vi.waitFor(() => expect(page.left).toEqual([back]), { timeout: 5000 })
  })

  it('that has expired leads back to the site', async () => {
    const expired = { status: 'expired', reason: null, joined: false, wrong_numbers: 0 }
    for (const isPhone of [false, true]) {
      const page = await open({ isPhone, answers: { [CALL.events]: stream(expired) } })
      await page.says('This took too long. Nothing was confirmed.')
      expect(page.hrefOf('Return to Shop')).toBe(`${SITE}/`)
    }
  })

  it('says that the connection is lost, and leaves the check open', async () => {
    const page = await open({ answers: { [CALL.events]: refuse(503, 'UNAVAILABLE') } })
    await page.says('The connection is lost.')
    expect(page.read()).toContain('We keep trying.')
  })
})

describe('attacks of BCP 247', () => {
  it('forwarded QR code: a link that was used takes no second phone', async () => {
    const page = await joinAsPhone(refuse(409, 'CHECK_TAKEN'))
    await page.says('This code no longer works')
    expect(page.calls.find(({ name }) => name === CALL.join)?.body).toEqual({ pair: PAIR_SECRET, number: '42' })
  })

  it('swapped number: the phone says so, and can leave; the third ends the check', async () => {
    const page = await joinAsPhone(refuse(403, 'CHECK_NUMBER_WRONG'))
    await page.says('That’s not the number')
    expect(page.read()).toContain('For your safety, each number works once.')
    await page.press('No, cancel')
    await page.says('If you opened the other screen yourself, cancel there, too.')
    const last = await joinAsPhone(refuse(409, 'CHECK_ENDED'))
    await last.says('This check has ended.')
  })

  it('asks whether the person opened the other screen, and sends no number that is none', async () => {
    const page = await open({ path: `${PATH}#${PAIR_SECRET}` })
    await page.says('Continue only if you opened that page yourself.')
    expect(page.read()).toContain('You came here from another screen.')
    expect(page.read()).toContain('Two digits, next to the QR code.')
    await page.fill('Which number does the other screen show?', '4')
    await page.press('Continue')
    await page.says('The number has two digits.')
    expect(count(page, CALL.join)).toBe(0)
  })

  it('second page: the first has the check, and a copied address opens nothing', async () => {
    const page = await open({ answers: { [CALL.open]: refuse(409, 'CHECK_TAKEN') } })
    await page.says('Another page has this check open')
    expect(page.hrefOf('Return to Shop')).toBe(`${SITE}/`)
    expect(count(page, CALL.pair)).toBe(0)
  })

  it('forwarded link: what a page of the site started needs its window or the number that it shows', async () => {
    const page = await open({ facts: { fromPage: true } })
    await page.says('Did you start this at Shop yourself?')
    expect(page.read()).toContain('your confirmation would count as theirs')
    expect(count(page, CALL.open)).toBe(0)
    page.answer({ [CALL.open]: refuse(403, 'CHECK_NUMBER_WRONG') })
    await page.fill('Which number does the page of Shop show?', '77')
    await page.press('Continue')
    await page.says('That’s not the number')
    expect(page.calls.find(({ name }) => name === CALL.open)?.body).toEqual({ number: '77' })
  })
})

describe('a phone', () => {
  it('that joins has the check, and sees the scan', async () => {
    const page = await open({
      isPhone: true,
      path: `${PATH}#${PAIR_SECRET}`,
      answers: { [CALL.join]: { token: 'chk_2' }, [CALL.events]: stream({ ...NEWS, joined: true }) },
    })
    await page.fill('Which number does the other screen show?', '42')
    await page.press('Continue')
    await page.says('First, teach Stillhere how you move')
    expect(location.hash).toBe('')
  })

  it('is replaced when the screen draws another link', async () => {
    const page = await open({
      path: `${PATH}#${PAIR_SECRET}`,
      answers: { [CALL.join]: { token: 'chk_2' }, [CALL.events]: stream(NEWS) },
    })
    await page.fill('Which number does the other screen show?', '42')
    await page.press('Continue')
    await page.says('This code no longer works')
  })

  it('whose token counts no longer is sent to the screen, and no number is called wrong', async () => {
    const page = await open({
      path: `${PATH}#${PAIR_SECRET}`,
      answers: { [CALL.join]: { token: 'chk_2' }, [CALL.events]: refuse(401, 'UNAUTHORIZED') },
    })
    await page.fill('Which number does the other screen show?', '42')
    await page.press('Continue')
    await page.says('This code no longer works')
    expect(page.read()).not.toContain('That’s not the number')
  })

  it('of a person without an enrollment scans at once, where the site takes a first visit', async () => {
    const page = await open({ isPhone: true, facts: { takesFirstVisit: true } })
    await page.says('To confirm, follow six arrows')
    expect(page.read()).not.toContain('First, teach Stillhere how you move')
    expect(page.read()).toContain('gets a name for this one check only')
    expect(page.find('[slot=about]')?.textContent).toBe('Shop: Pay 7 € to Eve')
  })

  it('of a person with an enrollment is known again, also where the site takes a first visit', async () => {
    const enrollment = { seal: 's', expires_at: '2100-01-01T00:00:00.000Z', signature: { version: '1' } }
    const stored = { 'stillhere-enrollment-without-node': JSON.stringify({ nodeHandle: '', enrollment }) }
    const page = await open({ isPhone: true, facts: { takesFirstVisit: true }, stored })
    await page.says('To confirm, follow six arrows')
    expect(page.read()).toContain('gets a name that only this site knows you by')
  })

  it('waits for the answer to its own scan when the news of it come first, and goes on without it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { answer, tell } = createNews(NEWS)
    const page = await open({ isPhone: true, facts: { takesFirstVisit: true }, answers: { [CALL.events]: answer } })
    await page.says('To confirm, follow six arrows')
    tell({ ...NEWS, status: 'passed', return_url: null })
    await vi.advanceTimersByTimeAsync(2000)
    expect(page.read()).not.toContain('Confirmed: ')
    await vi.advanceTimersByTimeAsync(2000)
    await page.says('Confirmed: Pay 7 € to Eve')
  })

  it('can show another device the way', async () => {
    const page = await open({ isPhone: true })
    await page.says('First, teach Stillhere how you move')
    await page.press('Use another device')
    await page.says('Continue on your phone')
  })

  it('asks for a sign-in where the site asks for level 2, and leads back', async () => {
    const page = await open({ isPhone: true, facts: { assurance: 2 } })
    await page.says('Sign in first')
    expect(page.read()).toContain('Shop asks for level 2')
    await page.press('Sign in')
    await page.says('Join or sign in')
    expect(JSON.parse(localStorage.getItem('stillhere-waiting-page') ?? '{}')).toMatchObject({ path: PATH })
  })
})

it('is canceled by the person, and says where it goes on', async () => {
  const page = await open({ answers: { [CALL.cancel]: { return_url: `${SITE}/back?c` } } })
  await page.press('No, cancel')
  await page.says('Canceled. Nothing was confirmed.')
  expect(page.read()).toContain('We’ll take you back to Shop.')
  expect(page.calls.find(({ name }) => name === CALL.cancel)?.headers.get('authorization')).toBe('Bearer chk_1')
})

describe('the other way', () => {
  const OTHER_WAY = 'I can’t or don’t want to move a phone'

  it('is offered only where the site takes it', async () => {
    const page = await open()
    await page.says('No, cancel')
    expect(page.read()).not.toContain(OTHER_WAY)
  })

  it('mails a code to the node that the person names, and confirms by it', async () => {
    const page = await open({
      facts: { otherWay: true },
      answers: {
        'POST /api/send-otp': { success: true, delivery: 'smtp' },
        [CALL.confirm]: refuse(400, 'CODE_INVALID'),
      },
    })
    await page.press(OTHER_WAY)
    expect(page.read()).toContain('The site learns that no motion was checked: level 0, without a receipt.')
    await page.fill('Email address of your node', 'ada@example.org')
    await page.press('Mail me a code')
    await page.says('We emailed a 6-digit code to ada@example.org.')
    await page.fill('Code', '123456')
    await page.press('Confirm with the code')
    await page.says('That is not the code, or it is too old.')
    expect(page.read()).toContain('Mail me a new code')
    page.answer({ [CALL.confirm]: { return_url: null } })
    await page.press('Confirm with the code')
    await page.says('You can close this page.')
    const body = { email: 'ada@example.org', otp: '123456', check_token: 'chk_1' }
    expect(page.calls.findLast(({ name }) => name === CALL.confirm)?.body).toEqual(body)
  })
})

it('says what the site learns: more where it asks for level 2', async () => {
  const page = await open()
  await page.says('Shop gets a name that only this site knows you by.')
  expect(page.read()).toContain('A program can produce such motion')
  expect(page.read()).not.toContain('a passkey registered by this person signed this action')
  const second = await open({ facts: { assurance: 2 } })
  await second.says('a passkey registered by this person signed this action')
})

it.each([
  ['passed', 'Confirmed: Pay 7 € to Eve', 'You can close this page.'],
  ['failed', 'This check has ended.', 'Go back to Shop and start again there.'],
  ['expired', 'This took too long. Nothing was confirmed.', 'Go back to Shop and start again there.'],
])('that has %s before it was opened says so, and asks for nothing', async (status, title, advice) => {
  const page = await open({ facts: { status } })
  await page.says(title)
  expect(page.read()).toContain(advice)
  expect(page.read()).not.toContain('Shop gets a name that only this site knows you by.')
  expect(count(page, CALL.open)).toBe(0)
})

it('says that there is no such check', async () => {
  const page = await openDom(PATH, { facts: null })
  await page.says('This check doesn’t exist')
  expect(page.read()).toContain('The link may be incomplete or old.')
})

it.each([
  ['de', 'Shop bittet dich zu bestätigen', 'Nein, abbrechen'],
  ['es', 'Shop te pide que confirmes', 'No, cancelar'],
] as const)('speaks %s', async (language, who, cancel) => {
  const page = await open({ language })
  await page.says(cancel)
  expect(page.read()).toContain(who)
})
