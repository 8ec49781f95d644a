import type { Page } from 'playwright-core'
import { axeViolations, layoutShift, overflowAt, screenshot, findUnreachable } from './checks.ts'
import type { Colours, Size, Web } from './web.ts'

const MOST_SHIFT = 0.02

/** A state of a page: where it is, how to walk there, and how to look at it. `name` is the screenshot's. */
export type State = {
  name: string
  path: string
  size: Size
  colors: Colours
  walk?: (page: Page) => Promise<unknown>
}

/** All that is wrong with a state of a page, in words; an empty list is what every page owes its readers. */
export async function faultsOf(web: Web, { name, path, size, colors, walk }: State): Promise<string[]> {
  const { page, complaints, close } = await web.open(path, { size, colors })
  await page.waitForLoadState('networkidle')
  const shift = await layoutShift(page)
  await walk?.(page)
  const isWider = (await overflowAt(page, 100)) > 0
  await screenshot(page, `${name}-${size}-${colors}`)
  const violations = await axeViolations(page)
  const unreached = await findUnreachable(page)
  const isWiderEnlarged = (await overflowAt(page, 200)) > 0
  await close()
  return [
    ...complaints.foreign.map((url) => `asks a stranger: ${url}`),
    ...complaints.console.map((text) => `console: ${text}`),
    ...(shift > MOST_SHIFT ? [`moves by ${shift} while it arrives`] : []),
    ...(isWider ? ['is wider than its window'] : []),
    ...(isWiderEnlarged ? ['is wider than its window at 200 % text'] : []),
    ...violations.map((violation) => `axe: ${violation}`),
    ...unreached.map((html) => `Tab does not reach ${html}`),
  ]
}
