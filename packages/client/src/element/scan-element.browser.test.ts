import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../../scripts/chromium.ts'
import {
  closeElementPage,
  failWith,
  finish,
  letEnroll,
  letRecord,
  openElementPage,
  report,
  seal,
  waitForTitle,
} from '../../test/element-page.ts'
import { scanEvidence, scanReceipt } from '../../test/scan-receipts.ts'
import { stopClock } from '../../test/virtual-phone.ts'

const ALONE = '<stillhere-scan></stillhere-scan>'
let browser: Browser

beforeAll(async () => {
  browser = await shareChromium()
})

async function open(body = ALONE): Promise<Page> {
  const { page } = await openElementPage(browser, body)
  return page
}

const titleOf = (page: Page) => page.locator('.title').innerText()
const stateOf = (page: Page) => page.locator('.card').getAttribute('data-state')

describe('a scan', () => {
  it('is asked for in the turn of the click, with what the element was told', async () => {
    const page = await open(
      '<stillhere-scan audience="https://shop.example" countdown="5" mode="sensors"></stillhere-scan>',
    )
    // Nothing of the page runs in between here, not even what a promise had promised.
    expect(await page.evaluate('led.element.shadowRoot.querySelector(".start").click(), led.calls.length')).toBe(1)
    expect(
      await page.evaluate(
        '(({ audience, countdownSeconds, mode, camera }) => ({ audience, countdownSeconds, mode, camera }))(led.last())',
      ),
    ).toEqual({
      audience: 'https://shop.example',
      countdownSeconds: 5,
      mode: 'sensors',
      camera: false,
    })
    await closeElementPage(page)
  })

  it('runs once, however often the button is pressed', async () => {
    const page = await open()
    await page.locator('.start').dblclick()
    await page.evaluate('led.element.start(); led.element.start()')
    expect(await page.evaluate('led.calls.length')).toBe(1)
    await closeElementPage(page)
  })

  it('E10: shows phase, seconds, stroke, hint and a mark for each arrow as they come, and no meters', async () => {
    const page = await open()
    await page.locator('.start').click()
    await report(page, { phase: 'countdown', secondsLeft: 2 })
    expect(await page.locator('.stage .digits').textContent()).toBe('2')
    const stroke = { index: 1, of: 6, direction: 'down-left', words: 'Down and left.', state: 'now' } as const
    const marks = ['seen', 'open'] as const
    await report(page, { secondsLeft: 9, stroke, marks, hint: 'A little quicker.' })
    expect(await titleOf(page)).toBe('Move down and left')
    expect(await page.locator('.count').innerText()).toBe('Arrow 2 of 6')
    expect(await page.locator('.hint').innerText()).toBe('A little quicker.')
    await report(page, { secondsLeft: 9, stroke, marks: ['seen', 'missed'], hint: 'Down and left.' })
    expect(await page.locator('.hint').innerText()).toBe('')
    expect(await page.locator('.stage .arrow').getAttribute('transform')).toBe('rotate(-225 100 100)')
    const shown = await page.locator('.marks li').evaluateAll((all) => all.map((one) => one.getAttribute('data-mark')))
    expect(shown).toEqual(['seen', 'missed', 'open', 'open', 'open', 'open'])
    expect(await page.getByRole('meter').count()).toBe(0)
    await closeElementPage(page)
  })

  it('tells the page every progress, the receipt once, and lets both out of other components', async () => {
    const page = await open('<section></section><stillhere-scan></stillhere-scan>')
    await page.evaluate(`{
      const shadow = document.querySelector('section').attachShadow({ mode: 'open' })
      shadow.append(led.element)
    }`)
    await page.locator('.start').click()
    await report(page, { phase: 'asking' })
    const receipt = scanReceipt()
    await finish(page, receipt)
    await waitForTitle(page, 'Scan complete')
    expect(await page.evaluate('led.events.map(({ type }) => type)')).toEqual([
      'stillhere-progress',
      'stillhere-receipt',
    ])
    expect(await page.evaluate('led.events[1].detail.receipt')).toEqual(receipt)
    expect(await page.evaluate('led.element.receipt')).toEqual(receipt)
    await closeElementPage(page)
  })

  it('says what was seen and what counted, and gives the receipt to take along', async () => {
    const page = await open()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('.start').click()
    const receipt = scanReceipt({ evidence: scanEvidence(0.873, 5), audience: 'https://shop.example' })
    await finish(page, receipt)
    await page.getByText('You followed 5 of 6 arrows clearly. Presence 87% (50% needed).').waitFor()
    await page.locator('summary', { hasText: 'What this receipt says' }).click()
    const words = await page.locator('dl').innerText()
    expect(words).toContain('16.4 seconds of motion.')
    expect(words).toContain('Presence and the arrows. Both passed.')
    expect(words).toContain(receipt.issuer.id)
    expect(words).toContain('https://shop.example')
    await page.getByRole('button', { name: 'Copy receipt' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(JSON.parse(await page.evaluate('navigator.clipboard.readText()'))).toEqual(receipt)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save receipt' }).click()
    expect((await download).suggestedFilename()).toBe(`stillhere-receipt-${receipt.receiptId}.json`)
    await closeElementPage(page)
  })

  it('does not show a receipt that fails its checks', async () => {
    const page = await open()
    await page.locator('.start').click()
    const receipt = scanReceipt()
    await finish(page, { ...receipt, verdict: 'FAIL' })
    await page.locator('.retry').waitFor()
    expect(await page.locator('.panel').innerText()).toContain('The receipt did not pass its checks')
    expect(await page.evaluate('led.element.receipt')).toBeNull()
    await closeElementPage(page)
  })

  it('cannot be put in by the page, in place of a scan', async () => {
    const page = await open('<form><stillhere-scan name="receipt" required></stillhere-scan></form>')
    await page.evaluate(`Reflect.set(led.element, 'receipt', ${JSON.stringify(scanReceipt())})`)
    await page.evaluate(`Reflect.set(led.element, 'value', 'forged')`)
    expect(await page.evaluate('[led.element.receipt, led.element.value, led.element.checkValidity()]')).toEqual([
      null,
      '',
      false,
    ])
    expect(await page.evaluate('[...new FormData(document.querySelector("form"))].length')).toBe(0)
    await closeElementPage(page)
  })

  it('asks for a new one when the receipt has expired', async () => {
    const page = await open('<stillhere-scan name="proof" required></stillhere-scan>')
    await page.clock.install()
    await page.locator('.start').click()
    await finish(page, scanReceipt())
    await waitForTitle(page, 'Scan complete')
    await page.clock.fastForward('05:01')
    await waitForTitle(page, 'The receipt has expired')
    expect(await page.evaluate('led.element.checkValidity()')).toBe(false)
    await closeElementPage(page)
  })

  it('does not end a second scan when the first receipt expires meanwhile', async () => {
    const page = await open('<stillhere-scan name="proof"></stillhere-scan>')
    await page.clock.install()
    await page.locator('.start').click()
    await finish(page, scanReceipt())
    await page.getByRole('button', { name: 'Scan again' }).click()
    await page.clock.fastForward('05:01')
    await report(page, { phase: 'countdown', secondsLeft: 2 })
    expect(await stateOf(page)).toBe('running')
    await closeElementPage(page)
  })
})

describe('an enrollment', () => {
  it('counts its captures, ends in an enrollment and in no receipt, and goes back', async () => {
    const page = await open('<stillhere-scan camera countdown="0" name="proof" required></stillhere-scan>')
    await letEnroll(page)
    await page.locator('.start').click()
    const { signal: _, ...told } = await page.evaluate<Record<string, unknown>>('led.last()')
    expect(told).toEqual({ camera: true, countdownSeconds: 0, offersMore: true })
    await page.evaluate('led.last().onCapture(2, 3)')
    await report(page, { stroke: { index: 0, of: 6, direction: 'up', words: '', state: 'now' } })
    expect(await page.locator('.count').innerText()).toBe('Round 2 of 3 · Arrow 1 of 6')
    await seal(page)
    await waitForTitle(page, 'You’re enrolled')
    expect(await page.evaluate('led.events.at(-1)')).toMatchObject({
      type: 'stillhere-enrollment',
      detail: { enrollment: { sample_count: 3 } },
    })
    expect(await page.evaluate('[led.element.receipt, led.element.value, led.element.checkValidity()]')).toEqual([
      null,
      '',
      false,
    ])
    await page.getByRole('button', { name: 'Back' }).click()
    expect(await stateOf(page)).toBe('idle')
    await closeElementPage(page)
  })

  it('is not what practice runs, which may stand beside the button', async () => {
    const page = await open('<stillhere-scan practice="always"></stillhere-scan>')
    await page.evaluate('led.element.enroll = () => { throw new Error("enrolled") }')
    await page.getByRole('button', { name: 'Practice first' }).click()
    expect(await page.evaluate('led.last().mode')).toBe('pointer')
    await finish(page, scanReceipt({ practice: true }))
    await waitForTitle(page, 'Practice complete')
    expect(await page.locator('.save, .copy').count()).toBe(0)
    await page.getByRole('button', { name: 'Practice again' }).click()
    expect(await page.evaluate('[led.calls.length, led.last().mode]')).toEqual([2, 'pointer'])
    await closeElementPage(page)
  })
})

describe('rounds that the page does something with', () => {
  it('are counted, and end in what the page shows, in no receipt and no enrollment', async () => {
    const page = await open('<stillhere-scan><p slot="outcome">They have arrived.</p></stillhere-scan>')
    await letRecord(page)
    await page.locator('.start').click()
    await page.evaluate('led.last().onCapture(2, 3)')
    await report(page, {})
    expect(await page.locator('.count').innerText()).toBe('Round 2 of 3')
    await page.evaluate('led.calls.at(-1).resolve()')
    await waitForTitle(page, 'All rounds done')
    await page.getByText('They have arrived.').waitFor()
    expect(await page.evaluate('[led.element.state, led.element.value, led.events.at(-1).type]')).toEqual([
      'recorded',
      '',
      'stillhere-progress',
    ])
    await page.getByRole('button', { name: 'Back' }).click()
    expect(await stateOf(page)).toBe('idle')
    await closeElementPage(page)
  })
})

describe('a failure', () => {
  it('says what happened, what was seen and what to do, and tries again', async () => {
    const page = await open()
    await page.locator('.start').click()
    const continuity = { evidence: scanEvidence(0.81, 4) }
    await failWith(page, {
      kind: 'challenge_missed',
      next: 'retry',
      message: 'two strokes were missed',
      advice: 'Wait for each arrow.',
      continuity,
    })
    await waitForTitle(page, 'Some arrows were missed')
    const words = await page.locator('.panel').innerText()
    for (const said of ['You followed 4 of 6 arrows clearly.', 'Wait for each arrow.']) expect(words).toContain(said)
    expect(await page.evaluate('led.events.at(-1).detail.error.kind')).toBe('challenge_missed')
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(await page.evaluate('led.calls.length')).toBe(2)
    await closeElementPage(page)
  })

  it('stays words, whatever it says, and so do the words of the page and the slots', async () => {
    const evil = '<img src=x onerror="globalThis.poisoned = 1"><script>poisoned = 1</script>'
    const page = await open(`<stillhere-scan audience="&lt;img src=x onerror=poisoned=1&gt;"></stillhere-scan>`)
    await page.evaluate(`led.element.words = { start: ${JSON.stringify(evil)}, retry: ${JSON.stringify(evil)} }`)
    await page.evaluate('led.element.start()')
    await failWith(page, { kind: 'not_alive', next: 'retry', message: evil, advice: evil })
    await page.locator('.reason', { hasText: 'onerror' }).waitFor()
    expect(await page.evaluate('led.element.shadowRoot.querySelectorAll("img, script").length')).toBe(0)
    expect(await page.evaluate('globalThis.poisoned')).toBeUndefined()
    await closeElementPage(page)
  })

  it('lets the person wait as long as it takes, and no longer', async () => {
    const page = await open()
    await page.clock.install()
    // The seconds on the button must not count down while the test looks at it.
    await stopClock(page)
    await page.locator('.start').click()
    await failWith(page, { kind: 'service_unreachable', next: 'wait', retryAfterMs: 12_000, message: 'm', advice: 'a' })
    const wait = page.getByRole('button', { name: 'Try again in 12 s' })
    expect(await wait.getAttribute('aria-disabled')).toBe('true')
    await wait.click({ force: true })
    expect(await page.evaluate('led.calls.length')).toBe(1)
    await page.clock.fastForward(12_000)
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    expect(await page.evaluate('led.calls.length')).toBe(2)
    await closeElementPage(page)
  })

  it('E9: shows whoever denied the sensors how to allow them in this browser, then in others, and reloads', async () => {
    const page = await open()
    await page.locator('.start').click()
    await failWith(page, { kind: 'permission_denied', next: 'give_up', message: 'm', advice: 'a' })
    await page.getByRole('heading', { name: 'Chrome on Android' }).waitFor()
    await page.locator('summary', { hasText: 'Other browsers' }).click()
    await page.getByRole('heading', { name: 'Samsung Internet' }).waitFor()
    await page.getByRole('button', { name: 'Reload and try again' }).click()
    await page.locator('.start').waitFor()
    await closeElementPage(page)
  })

  it('is told in the words of a page that knows better, and leads on by what the page puts there', async () => {
    const page = await open('<stillhere-scan><button slot="outcome">Sign in</button></stillhere-scan>')
    const signIn = page.getByRole('button', { name: 'Sign in' })
    expect(await signIn.count()).toBe(0)
    await page.evaluate(`led.element.explain = ({ kind }) =>
      ({ title: 'Who are you?', reason: '', advice: 'Sign in. ' + kind, next: 'give_up' })`)
    await page.locator('.start').click()
    await failWith(page, { kind: 'service_refused', next: 'retry', message: 'm', advice: 'a' })
    await waitForTitle(page, 'Who are you?')
    await page.getByText('Sign in. service_refused', { exact: true }).waitFor()
    expect(await page.locator('.retry, .reason').count()).toBe(0)
    // What the page put there goes with the screen, and the focus does not fall out of the element.
    await signIn.focus()
    await page.evaluate('led.element.reset()')
    expect(await signIn.count()).toBe(0)
    expect(await page.evaluate('led.element.shadowRoot.activeElement.className')).toBe('start')
    await closeElementPage(page)
  })

  it('offers no second try where it would not help, and practice only where the page allows it', async () => {
    const page = await open('<stillhere-scan practice></stillhere-scan>')
    await page.locator('.start').click()
    await failWith(page, { kind: 'unsupported', next: 'give_up', message: 'm', advice: 'Open this page on a phone.' })
    await page.getByText('Trying again here won’t help.').waitFor()
    expect(await page.locator('.retry').count()).toBe(0)
    await page.getByRole('button', { name: 'Practice first' }).click()
    expect(await page.evaluate('led.last().mode')).toBe('pointer')
    await closeElementPage(page)
    const strict = await open()
    await strict.locator('.start').click()
    await failWith(strict, { kind: 'unsupported', next: 'give_up', message: 'm', advice: 'a' })
    await strict.getByRole('button', { name: 'Back' }).click()
    expect(await stateOf(strict)).toBe('idle')
    await closeElementPage(strict)
  })

  it('of the page itself is told as such, and not as one of the person', async () => {
    const page = await open()
    await page.evaluate('led.element.scan = () => { throw new TypeError("no such thing") }')
    await page.locator('.start').click()
    await page.getByText('The page made a mistake: no such thing').waitFor()
    await closeElementPage(page)
  })
})

describe('the page', () => {
  it('hears of every state once, and may add to the end of a scan', async () => {
    const page = await open('<stillhere-scan><p slot="outcome">Your node grew.</p></stillhere-scan>')
    await page.evaluate(`led.states = []
      document.addEventListener('stillhere-state', ({ detail }) => led.states.push(detail.state))`)
    await page.locator('.start').click()
    await failWith(page, { kind: 'page_hidden', next: 'retry', message: 'm', advice: 'a' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await finish(page, scanReceipt())
    await page.getByText('Your node grew.').waitFor()
    await page.evaluate('led.element.reset(); led.element.words = { start: "Los" }')
    expect(await page.evaluate('led.states')).toEqual(['running', 'failed', 'running', 'done', 'idle'])
    expect(await page.evaluate('[led.element.state, led.element.receipt]')).toEqual(['idle', null])
    await closeElementPage(page)
  })

  it('keeps a receipt that is no field of a form, also when it has expired', async () => {
    const page = await open()
    await page.clock.install()
    await page.locator('.start').click()
    await finish(page, scanReceipt())
    await waitForTitle(page, 'Scan complete')
    await page.clock.fastForward('05:01')
    expect(await stateOf(page)).toBe('done')
    await closeElementPage(page)
  })
})

describe('an end before the end', () => {
  it('is a stopped scan, which can begin again', async () => {
    const page = await open()
    await page.locator('.start').click()
    await page.getByRole('button', { name: 'Stop' }).click()
    // Other words, which a page may set at any time, take the note from nobody.
    await page.evaluate('led.element.words = {}')
    expect(await titleOf(page)).toBe('Stopped. Nothing was kept.')
    expect(await page.evaluate('[led.calls[0].isAborted, led.events.at(-1).detail.error.kind]')).toEqual([
      true,
      'aborted',
    ])
    await page.evaluate('led.calls[0].resolve({ receipt: {} })')
    await page.locator('.start').click()
    expect(await page.evaluate('led.calls.length')).toBe(2)
    expect(await stateOf(page)).toBe('running')
    await closeElementPage(page)
  })

  it.each([
    ['somebody presses Esc', 'dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }))'],
    ['the element leaves the page', 'led.element.remove()'],
    ['its form is reset', 'document.querySelector("form").reset()'],
    ['its fieldset is disabled', 'document.querySelector("fieldset").disabled = true'],
  ])('aborts when %s', async (_, action) => {
    const page = await open(`<form><fieldset>${ALONE}</fieldset></form>`)
    await page.locator('.start').click()
    await page.evaluate(action)
    expect(await page.evaluate('led.calls[0].isAborted')).toBe(true)
    await closeElementPage(page)
  })

  it('is not a move within the page', async () => {
    const page = await open(`<aside></aside>${ALONE}`)
    await page.locator('.start').click()
    await page.evaluate('document.querySelector("aside").append(led.element)')
    expect(await page.evaluate('led.calls[0].isAborted')).toBeUndefined()
    expect(await stateOf(page)).toBe('running')
    await closeElementPage(page)
  })
})
