import { describe, expect, it } from 'vitest'
import { createRoute } from './connections.ts'

/** Hosts of which one takes writes; a null does not answer. */
function hosts(writes: Record<string, boolean | null>) {
  const asked: string[] = []
  const takesWrites = async (url: string) => {
    asked.push(url)
    const answer = writes[url]
    if (answer === null || answer === undefined) throw new Error('no answer')
    return answer
  }
  return { writes, asked, route: createRoute(Object.keys(writes), takesWrites) }
}

describe('a route', () => {
  it('goes to the first host, and after a search to the one that takes writes', async () => {
    const { writes, route } = hosts({ a: null, b: false, c: true })
    expect(route.here()).toBe('a')
    await route.search()
    expect(route.here()).toBe('c')
    Object.assign(writes, { a: true, c: false })
    await route.search()
    expect(route.here()).toBe('a')
  })

  it('stays where it is while nobody takes writes', async () => {
    const { route } = hosts({ a: false, b: null })
    await route.search()
    expect(route.here()).toBe('a')
  })

  it('is searched once for all who ask meanwhile', async () => {
    const { asked, route } = hosts({ a: false, b: true })
    await Promise.all([route.search(), route.search(), route.search()])
    expect(asked).toEqual(['a', 'b'])
  })

  it('has nothing to search among one', async () => {
    const { asked, route } = hosts({ a: true })
    await route.search()
    expect(asked).toEqual([])
  })
})
