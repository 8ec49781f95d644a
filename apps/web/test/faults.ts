import type { Page } from 'playwright-core'
import { axeViolations, findUnreachable, layoutShift, overflowAt, screenshot } from './checks.ts'
import { changeLook, type Look, MOVING, type Web } from './web.ts'

const MOST_SHIFT = 0.02

/** A state of a page, and how to walk there from the one before it. `name` is the screenshot's, too. */
export type State = { name: string; walk?: (page: Page) => Promise<unknown> }

/**
 * A page that is walked from state to state and looked at in each. It is loaded once, in the first look: where that matters, another
 * visit takes the looks the other way around.
 */
export type Visit = { path: string; looks: readonly Look[]; states: readonly State[] }

/** All that is wrong with a page in any state and look, in words; an empty list is what every page owes its readers. */
export async function faultsOf(web: Web, { path, looks, states }: Visit): Promise<string[]> {
  const { page, complaints, settle, close } = await web.open(path, { ...looks[0], options: MOVING })
  await settle()
  const shift = await layoutShift(page)
  const faults: string[] = []
  for (const { name, walk } of states) {
    await walk?.(page)
    faults.push(...(await faultsOfState(page, name, looks)))
  }
  await close()
  return [
    ...complaints.foreign.map((url) => `asks a stranger: ${url}`),
    ...complaints.console.map((text) => `console: ${text}`),
    ...(shift > MOST_SHIFT ? [`moves by ${shift} while it arrives`] : []),
    ...faults,
  ]
}

// First all that leaves the page as it is, then the keys; on the way back, so that it is left in the look that it was found in.
async function faultsOfState(page: Page, name: string, looks: readonly Look[]): Promise<string[]> {
  const inLook = (check: (look: Look) => Promise<string[]>) => async (look: Look, index: number) => {
    if (index > 0) await changeLook(page, look)
    return (await check(look)).map((fault) => `${name} on a ${look.size} in ${look.colors} colors: ${fault}`)
  }
  const seen = await inTurn(
    looks,
    inLook((look) => faultsToSee(page, `${name}-${look.size}-${look.colors}`)),
  )
  const pressed = await inTurn(
    looks.toReversed(),
    inLook(() => faultsOfKeys(page)),
  )
  return [...seen, ...pressed]
}

async function inTurn(
  looks: readonly Look[],
  check: (look: Look, index: number) => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = []
  for (const [index, look] of looks.entries()) faults.push(...(await check(look, index)))
  return faults
}

async function faultsToSee(page: Page, picture: string): Promise<string[]> {
  const isWider = (await overflowAt(page, 100)) > 0
  await screenshot(page, picture)
  const violations = await axeViolations(page)
  return [...(isWider ? ['is wider than its window'] : []), ...violations.map((violation) => `axe: ${violation}`)]
}

async function faultsOfKeys(page: Page): Promise<string[]> {
  const unreached = await findUnreachable(page)
  const isWider = (await overflowAt(page, 200)) > 0
  await overflowAt(page, 100)
  return [
    ...(isWider ? ['is wider than its window at 200 % text'] : []),
    ...unreached.map((html) => `Tab does not reach ${html}`),
  ]
}
