import { afterEach, expect, it, vi } from 'vitest'
import { closeDom, openDom, waitFor } from '../../../test/dom.ts'

const NOON = Date.parse('2026-01-01T12:00:00.000Z')
const CALL = { network: 'GET /api/presence/network', genesis: 'GET /api/nodes/genesis' }
const nodeOf = (handle: string) => ({
  mask: handle,
  handle,
  particleLevel: 1,
  scans: 0,
  lastSeen: '2026-01-01T11:00:00.000Z',
  isGenesis: true,
})
const placeOf = (index: number) => ({ index, id: `node-${index}`, joined: `2026-01-01T0${index}:00:00.000Z` })
const network = (...handles: string[]) => ({
  activeHumans: handles.length,
  agents: 0,
  activeToday: 0,
  totalScans: 0,
  nodes: handles.map(nodeOf),
  nextCursor: null as string | null,
})

const namesOf = () =>
  [...document.querySelectorAll('[aria-label="Nodes, newest first"] tbody th')].map(
    ({ textContent }) => textContent?.split(' ')[0],
  )

afterEach(closeDom)

it('says what to expect while no person is there', async () => {
  const page = await openDom('/network', {
    answers: { [CALL.network]: network(), [CALL.genesis]: { nodes: [], remaining: 100 } },
  })
  await page.says('No one’s here yet.')
  await page.says('All 100 places are free.')
})

it('E25: lists who joined by pseudonym, says which scans it counts, shows no address, and checks the order of the wall', async () => {
  vi.setSystemTime(NOON)
  const genesis = { nodes: [placeOf(1), placeOf(2)], remaining: 98 }
  const page = await openDom('/network', {
    answers: { [CALL.network]: network('still-water', 'quiet-river'), [CALL.genesis]: genesis },
  })
  await page.says('2 taken, 98 left. The order checks out.')
  expect(namesOf()).toEqual(['still-water', 'quiet-river'])
  expect(page.read()).toContain('Scans that counted0in total')
  expect(page.read()).not.toContain('@')
  expect([...document.querySelectorAll('.network-taken text')].map((one) => one.textContent)).toEqual(['1', '2'])
})

it('says that the order of the wall doesn’t check out', async () => {
  const genesis = { nodes: [placeOf(2), placeOf(1)], remaining: 98 }
  const page = await openDom('/network', { answers: { [CALL.network]: network(), [CALL.genesis]: genesis } })
  await page.says('The order doesn’t check out.')
})

it('shows more nodes a page at a time, and none twice', async () => {
  const pages: Record<string, object> = {
    '': { ...network('still-water'), nextCursor: 'c-1' },
    'c-1': network('still-water', 'quiet-river'),
  }
  const page = await openDom('/network', {
    answers: {
      [CALL.network]: (_, { url }) => Response.json(pages[new URL(url).searchParams.get('cursor') ?? '']),
      [CALL.genesis]: { nodes: [], remaining: 100 },
    },
  })
  await waitFor(() => expect(namesOf()).toEqual(['still-water']))
  await page.press('Show more')
  await waitFor(() => expect(namesOf()).toEqual(['still-water', 'quiet-river']))
  expect(page.find('button', 'Show more')).toBeUndefined()
})
