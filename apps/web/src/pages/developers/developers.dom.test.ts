import { afterEach, expect, it } from 'vitest'
import { closeDom, openDom } from '../../../test/dom.ts'

afterEach(closeDom)

it.each([
  ['API reference', '/docs/api'],
  ['openapi.json', '/openapi.json'],
  ['Issuer keys', '/.well-known/continuity-issuer.json'],
])('lead to %s', async (name, path) => {
  const page = await openDom('/developers')
  await page.says(name)
  expect(page.hrefOf(name)).toBe(`https://stillhere.example${path}`)
})
