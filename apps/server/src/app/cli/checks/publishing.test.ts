import { afterAll, beforeAll, expect, it } from 'vitest'
import { CREDENTIALS, type Providers, startProviders } from '../../../../test/providers.ts'
import { readSettings } from '../../../platform/settings/settings.ts'
import { checkPublishing } from '../doctor.ts'

let providers: Providers
beforeAll(async () => {
  providers = await startProviders()
})
afterAll(() => providers.stop())

const check = (env: Record<string, string>, time = '2026-03-10T12:00:00.000Z') => {
  const settings = readSettings(env)
  const publishing = { ...settings.publishing, apis: providers.settings().apis }
  return checkPublishing({ ...settings, publishing }, new Date(time))
}
const LINKEDIN = { ...CREDENTIALS, LINKEDIN_CLIENT_ID: 'client', LINKEDIN_CLIENT_SECRET: 'client-secret' }

it('says nothing where nothing can be posted', async () => {
  expect(await check({})).toEqual([])
})

it('names the platforms that have credentials, and asks nobody without need', async () => {
  const { BLUESKY_HANDLE, BLUESKY_APP_PASSWORD } = CREDENTIALS
  const says = 'credentials for bluesky'
  expect(await check({ BLUESKY_HANDLE, BLUESKY_APP_PASSWORD })).toEqual([{ mood: 'ok', about: 'publishing', says }])
  expect(providers.requests).toEqual([])
})

it('warns of a token that ends within two weeks, and not before', async () => {
  const warned = await check(LINKEDIN)
  expect(warned.filter(({ mood }) => mood === 'warn').map(({ says }) => says)).toEqual([
    'LINKEDIN_ACCESS_TOKEN ends on 2026-03-15: make a new one.',
  ])
  expect((await check(LINKEDIN, '2026-03-01T18:40:00.000Z')).map(({ mood }) => mood)).toEqual(['ok', 'warn'])
  expect((await check(LINKEDIN, '2026-03-01T18:39:59.000Z')).map(({ mood }) => mood)).toEqual(['ok'])
})
