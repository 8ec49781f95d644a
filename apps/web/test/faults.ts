import type { Page } from 'playwright-core'
import { axeViolations, layoutShift, overflowAt, screenshot, unreachedByKeyboard } from './checks.ts'
import type { Colours, Size, Web } from './web.ts'

const MOST_SHIFT = 0.02

/** A state of a page: where it is, how to walk there, and how to look at it. `name` is the screenshot's. */
export type State = {
  name: string
  path: string
  size: Size
  colours: Colours
  walk?: (page: Page) => Promise<unknown>
}

/** All that is wrong with a state of a page, in words; an empty list is what every page owes its readers. */
export async function faultsOf(web: Web, state: State): Promise<string[]> {
  return [...(await faultsUnderPolicy(web, state)), ...(await faultsForReaders(web, state))]
}

async function faultsUnderPolicy(web: Web, { name, path, size, colours, walk }: State): Promise<string[]> {
  const { page, complaints, close } = await web.open(path, { size, colours })
  await page.waitForLoadState('networkidle')
  await walk?.(page)
  const shift = await layoutShift(page)
  const isWider = (await overflowAt(page, 100)) > 0
  await screenshot(page, `${name}-${size}-${colours}`)
  const unreached = await unreachedByKeyboard(page)
  const isWiderEnlarged = (await overflowAt(page, 200)) > 0
  await close()
  return [
    ...complaints.foreign.map((url) => `asks a stranger: ${url}`),
    ...complaints.console.map((text) => `console: ${text}`),
    ...(shift > MOST_SHIFT ? [`moves by ${shift} while it arrives`] : []),
    ...(isWider ? ['is wider than its window'] : []),
    ...(isWiderEnlarged ? ['is wider than its window at 200 % text'] : []),
    ...unreached.map((html) => `Tab does not reach ${html}`),
  ]
}

// Axe is put in from outside, which the page's own policy forbids; the policy is watched on a page without axe.
async function faultsForReaders(web: Web, { path, size, colours, walk }: State): Promise<string[]> {
  const options = { bypassCSP: true, reducedMotion: 'reduce' } as const
  const { page, close } = await web.open(path, { size, colours, options })
  await page.waitForLoadState('networkidle')
  await walk?.(page)
  const violations = await axeViolations(page)
  await close()
  return violations.map((violation) => `axe: ${violation}`)
}
