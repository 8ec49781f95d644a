import type { Page } from 'playwright-core'
import { allAxeViolations, axeViolations, findUnreachable, layoutShift, overflowAt, screenshot } from './checks.ts'
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
  for (const [index, { name, walk }] of states.entries()) {
    await walk?.(page)
    faults.push(...(await faultsOfState(page, name, { looks, isFirst: index === 0 })))
  }
  await close()
  return [
    ...complaints.foreign.map((url) => `asks a stranger: ${url}`),
    ...complaints.console.map((text) => `console: ${text}`),
    ...(shift > MOST_SHIFT ? [`moves by ${shift} while it arrives`] : []),
    ...faults,
  ]
}

type Place = { looks: readonly Look[]; isFirst: boolean }

// First all that leaves the page as it is, then the keys; on the way back, so that it is left in the look that it was found in.
async function faultsOfState(page: Page, name: string, { looks, isFirst }: Place): Promise<string[]> {
  const inLook = (check: (look: Look, index: number) => Promise<string[]>) => async (look: Look, index: number) => {
    if (index > 0) await changeLook(page, look)
    return (await check(look, index)).map((fault) => `${name} on a ${look.size} in ${look.colors} colors: ${fault}`)
  }
  const seen = await inTurn(
    looks,
    inLook(async (look, index) => {
      const isWider = (await overflowAt(page, 100)) > 0
      await screenshot(page, `${name}-${look.size}-${look.colors}`)
      // The frame of a page, its sizes and its computed colors are those of its first state; later ones change what is in it.
      const violations = isFirst ? await allAxeViolations(page) : index === 0 ? await axeViolations(page) : []
      return [...(isWider ? ['is wider than its window'] : []), ...violations.map((violation) => `axe: ${violation}`)]
    }),
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

async function faultsOfKeys(page: Page): Promise<string[]> {
  const unreached = await findUnreachable(page)
  const isWider = (await overflowAt(page, 200)) > 0
  await overflowAt(page, 100)
  return [
    ...(isWider ? ['is wider than its window at 200 % text'] : []),
    ...unreached.map((html) => `Tab does not reach ${html}`),
  ]
}
