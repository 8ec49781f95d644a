import { generateChallenge, seededRandom } from '@stillhere/engine'
import { verifyReceipt } from '@stillhere/receipt'
import { describe, expect, it } from 'vitest'
import { createFakePage, type FakePage } from '../../test/fake-page.ts'
import { runScan } from '../scan/scan.ts'
import { pointerMotion } from './pointer-motion.ts'
import type { ScanProgress } from './progress.ts'

const challenge = generateChallenge(seededRandom(5))
const asked = { signedBy: 'page', open: async () => challenge } as const

const KEYS = { right: 'ArrowRight', left: 'ArrowLeft', up: 'ArrowUp', down: 'ArrowDown' } as const

/** Presses and leaves the arrow keys as the strokes say. */
function withKeys(page: FakePage): (progress: ScanProgress) => void {
  let pressed: string[] = []
  return (progress) => {
    const { stroke } = progress
    page.onProgress(progress)
    const wanted =
      stroke?.state === 'now' ? stroke.direction.split('-').map((side) => KEYS[side as keyof typeof KEYS]) : []
    for (const key of wanted.filter((one) => !pressed.includes(one))) press(page, 'keydown', key)
    for (const key of pressed.filter((one) => !(wanted as string[]).includes(one))) press(page, 'keyup', key)
    pressed = wanted
  }
}

function press(page: FakePage, type: string, key: string): Event {
  const event = Object.assign(new Event(type, { cancelable: true }), { key })
  page.window.dispatchEvent(event)
  return event
}

/** Moves a mouse 200 px as the strokes say, and back. */
function withMouse(page: FakePage): (progress: ScanProgress) => void {
  return (progress) => {
    const { stroke } = progress
    page.onProgress(progress)
    const to = stroke?.state === 'now' ? stroke.direction : ''
    const along = (more: string, less: string) => (to.includes(more) ? 200 : to.includes(less) ? -200 : 0)
    const at = { clientX: 300 + along('right', 'left'), clientY: 300 + along('down', 'up') }
    page.window.dispatchEvent(Object.assign(new Event('pointermove'), at))
  }
}

describe('practice with a pointer', () => {
  it.each([
    ['arrow keys', withKeys],
    ['a mouse', withMouse],
  ])('gives a receipt that says so and proves nothing, with %s', async (_, moving) => {
    const page = createFakePage()
    const options = { mode: 'pointer', challenge: asked, onProgress: moving(page) } as const
    const { receipt, continuity, mode } = await page.clock.runUntil(runScan(page.platform, options))
    expect({ continuity, mode }).toEqual({ continuity: null, mode: 'pointer' })
    expect(receipt.verdict).toBe('INSUFFICIENT_EVIDENCE')
    expect(receipt.assertions.continuityMaintained).toEqual({ value: false, confidence: 0 })
    expect(receipt.evidence).toMatchObject([
      {
        engineId: 'PRACTICE-POINTER',
        confidence: 0,
        payload: { value: 1, diagnostics: { mode: 'pointer', followed: 6 } },
      },
    ])
    expect(verifyReceipt(receipt, { now: page.platform.wallClock() })).toMatchObject({ status: 'VALID' })
    expect(page.progress.every(({ score, parts }) => score === null && parts === null)).toBe(true)
    expect(page.leftovers()).toEqual([])
  })

  it('counts nothing for a pointer that rests', async () => {
    const page = createFakePage()
    const scanned = runScan(page.platform, { mode: 'pointer', challenge: asked, onProgress: page.onProgress })
    const { receipt } = await page.clock.runUntil(scanned)
    expect(receipt.evidence[0]?.payload).toMatchObject({ value: 0, diagnostics: { followed: 0 } })
  })

  it('is never begun unasked where sensors are missing', async () => {
    const page = createFakePage()
    delete page.window.DeviceMotionEvent
    await expect(runScan(page.platform, { mode: 'auto' })).rejects.toMatchObject({ kind: 'unsupported' })
  })
})

describe('pointerMotion', () => {
  it('keeps the page from scrolling under the arrows, and leaves other keys alone', () => {
    const page = createFakePage()
    const stop = pointerMotion(page.window).start(
      () => {},
      () => {},
    )
    expect(press(page, 'keydown', 'ArrowUp').defaultPrevented).toBe(true)
    expect(press(page, 'keydown', 'a').defaultPrevented).toBe(false)
    stop()
    expect(press(page, 'keydown', 'ArrowUp').defaultPrevented).toBe(false)
  })

  it('says that there is no page', async () => {
    await expect(pointerMotion(undefined).request()).rejects.toMatchObject({ kind: 'unsupported' })
  })
})
