import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { decodeQR } from 'qr/decode.js'
import type { Web } from './web.ts'

/** A site with a server of its own, as a test plays it. */
export type Shop = {
  origin: string
  /** Asks for a person, and returns the check. */
  ask: (more?: object) => Promise<{ id: string; path: string }>
  /** What the service says to a call with the shop's secret, with its status. */
  call: (path: string, body?: object) => Promise<Record<string, unknown> & { httpStatus: number }>
  stop: () => void
}

export const ACTION = 'Pay 7 € to Eve'

/** Starts a shop on this machine and registers it. */
export async function openShop(web: Web, site: object = {}): Promise<Shop> {
  const server = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>Shop</title><main><h1>The shop</h1></main>')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const registration = { name: 'Shop', origins: [origin], return_urls: [`${origin}/back`], ...site }
  const { secret } = await registerSite(web, registration)
  const call: Shop['call'] = (path, body = {}) => post(web, path, body, { authorization: `Bearer ${secret}` })
  return {
    origin,
    call,
    ask: async (more = {}) => {
      const asked = await call('/api/checks', { action: ACTION, return_url: `${origin}/back`, ...more })
      const id = String(asked.id)
      return { id, path: `/check/${id}` }
    },
    stop: () => server.close(),
  }
}

/** Registers a site, by the operator's secret. */
export async function registerSite(web: Web, site: object): Promise<{ siteKey: string; secret: string }> {
  const created = await post(web, '/api/admin/sites', site, { 'x-admin-secret': web.adminSecret })
  const { secret, site: registered } = created as unknown as { secret: string; site: { site_key: string } }
  return { siteKey: registered.site_key, secret }
}

async function post({ address }: Web, path: string, body: object, headers: Record<string, string>) {
  const answer = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { ...((await answer.json()) as Record<string, unknown>), httpStatus: answer.status }
}

/** What a camera reads from the QR code of a page, and the number beside it. */
export async function readPair(page: Page): Promise<{ path: string; number: string }> {
  await page.locator('.check-number', { hasText: /\d\d/ }).waitFor()
  const code = page.getByRole('img', { name: 'QR code for your phone' })
  const [size, d] = await Promise.all([code.getAttribute('viewBox'), code.locator('path').getAttribute('d')])
  const { pathname, hash } = new URL(decodeQR(toImage(Number(size?.split(' ')[2]), d ?? '')))
  const number = /\d\d/.exec(await page.locator('.check-number').innerText())?.[0] ?? ''
  return { path: pathname + hash, number }
}

// Four pixels a module: a camera would see more.
const SCALE = 4

function toImage(size: number, d: string): { width: number; height: number; data: Uint8Array } {
  const width = size * SCALE
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, x, y] of d.matchAll(/M(\d+) (\d+)h/g)) {
    for (let i = 0; i < SCALE * SCALE; i++) {
      const column = Number(x) * SCALE + (i % SCALE)
      const row = Number(y) * SCALE + Math.floor(i / SCALE)
      data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
    }
  }
  return { width, height: width, data }
}
