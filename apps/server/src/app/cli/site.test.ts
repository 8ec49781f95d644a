import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { runStillhereHere } from '../../../test/command.ts'
import { databaseUrl, endProcesses, temporaryFolder } from '../../../test/process.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../../platform/database/sql.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterEach(endProcesses)
afterAll(() => service.stop())

const run = (...args: string[]) =>
  runStillhereHere(['site', ...args], {
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: databaseUrl(service.connection),
    SECRET_KEY: 'a-secret-key-of-tests',
  })

it('0: adds a site, lists it, gives it a second secret, and removes it', async () => {
  const added = await run(
    'add',
    'Shop',
    '--origin',
    'https://shop.example',
    '--return',
    'https://shop.example/back',
    '--webhook',
    'https://shop.example/stillhere',
    '--logout',
    'https://shop.example/logout',
    '--test',
  )
  expect(added.code).toBe(0)
  const [line = '', secret = '', webhookSecret = ''] = added.stdout.trim().split('\n')
  expect(line).toMatch(/^site_\S{22} {2}Shop {2}https:\/\/shop\.example {2}test$/)
  expect(secret).toMatch(/^secret sk_\S{43}$/)
  expect(webhookSecret).toMatch(/^webhook secret whsec_\S{44}$/)
  const [key = ''] = line.split('  ')
  expect((await run('list')).stdout.trim()).toBe(line)
  expect((await run('secret', key)).stdout).not.toContain(secret)
  const third = await run('secret', key)
  expect([third.code, third.stdout.trim()]).toEqual([1, 'This site has two secrets. Remove the older one first.'])
  expect((await run('remove', key)).stdout.trim()).toBe(`${key} is removed with its secrets`)
  const again = await run('remove', key)
  expect([again.code, again.stdout.trim()]).toEqual([1, 'There is no site with this key.'])
})

it('0: registers the actions of its pages, each with the level beside it', async () => {
  const actions = ['--action', 'Sign up', '--min-assurance', '1', '--action', 'Pay', '--min-assurance', '2']
  const { code, stdout } = await run('add', 'Bank', '--origin', 'https://bank.example', ...actions)
  const [key] = stdout.split('  ')
  expect(code).toBe(0)
  const { actions: stored } = await service.db.one<{ actions: unknown }>(
    sql`SELECT actions FROM site WHERE site_key = ${key}`,
  )
  expect(stored).toEqual({ 'Sign up': 1, Pay: 2 })
  expect(stdout).toContain('data-action="Sign up"')
  await run('remove', key ?? '')
})

it('0: lets pages of a further origin ask, once, and keeps those that were there', async () => {
  const { stdout } = await run('add', 'Shop', '--origin', 'https://shop.example')
  const [key = ''] = stdout.split('  ')
  for (const origin of ['http://localhost:3000', 'http://localhost:3000', 'https://shop.example'])
    expect(await run('allow', key, '--origin', origin)).toMatchObject({
      code: 0,
      stdout: `${key}  Shop  https://shop.example http://localhost:3000`,
    })
  const refused = await run('allow', key, '--origin', 'http://evil.example')
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringMatching(/^\/origins\/2 must begin with https/)])
  await run('remove', key)
  expect(await run('allow', key, '--origin', 'https://a.example')).toMatchObject({ code: 1 })
})

it('0: prints each as JSON, too, and says where there is none', async () => {
  expect(await run('list')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^There is no site yet\. /) })
  expect(JSON.parse((await run('list', '--json')).stdout)).toEqual([])
  const added = JSON.parse((await run('add', 'Forum', '--origin', 'https://forum.example', '--json')).stdout)
  expect(added).toMatchObject({ site: { name: 'Forum' }, secret: expect.stringMatching(/^sk_/) })
  expect(JSON.parse((await run('list', '--json')).stdout)).toEqual([added.site])
  await run('remove', added.site.site_key)
})

it('0: add says what comes next, with the address of the service and the key', async () => {
  const { stdout } = await run('add', 'Forum', '--origin', 'https://forum.example')
  const key = /^(site_\S{22}) /.exec(stdout)?.[1] ?? ''
  expect(stdout).toContain('<script src="http://127.0.0.1:8787/check.js" async defer></script>')
  expect(stdout).toContain(`<div class="stillhere-check" data-site-key="${key}" data-action="Sign up"></div>`)
  expect(stdout).toContain('http://127.0.0.1:8787/api/siteverify')
  await run('remove', key)
})

it.each([
  ['/origins/0', ['--origin', 'http://shop.example']],
  ['/logout_url', ['--origin', 'https://shop.example', '--logout', 'http://shop.example/logout']],
])('1: an address that cannot be one is named: %s', async (pointer, args) => {
  const { code, stdout } = await run('add', 'Shop', ...args)
  expect([code, stdout.trim()]).toEqual([1, `${pointer} must begin with https, unless it leads to this machine itself`])
})

it.each([
  [[]],
  [['rename']],
  [['add', 'Shop']],
  [['add', '--origin', 'https://shop.example']],
  [['add', 'Shop', '--origin', 'https://shop.example', '--action', 'Pay', '--min-assurance', '4']],
  [['add', 'Shop', '--origin', 'https://shop.example', '--action', 'A', '--action', 'B', '--min-assurance', '2']],
  [['list', 'x']],
  [['remove']],
  [['allow', 'site_x']],
  [['allow', '--origin', 'https://shop.example']],
])('64: %j is not understood', async (args) => {
  expect((await run(...args)).code).toBe(64)
})
