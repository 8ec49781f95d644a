import type { ParseArgsOptionsConfig } from 'node:util'
import type { AssuranceLevel, Site } from '@stillhere/contract'
import type { Transaction } from '../../platform/database/pool.ts'
import type { Service } from '../../platform/service.ts'
import { say } from '../../platform/speakers.ts'
import { encodeHtml } from '../../platform/visible-text.ts'
import { requireSite } from '../../requests/sites/authorize.ts'
import { addOrigins, addSecretTo, dropSite, addSiteWithSecret } from '../../requests/sites/routes.ts'
import { describeSite, type SiteActions } from '../../requests/sites/rules.ts'
import { listPage } from '../../requests/sites/store.ts'
import { readAddress } from '../start.ts'
import { type Command, readArguments, UsageProblem, runBesideService } from './command.ts'

type Work = (tx: Transaction, service: Service) => Promise<string[]>

const MOST_LISTED = 500
const ALLOW_OPTIONS = { origin: { type: 'string', multiple: true, default: [] } } satisfies ParseArgsOptionsConfig
const JSON_OPTION = { type: 'boolean', default: false } as const

const WORKS: Readonly<Record<string, (args: readonly string[]) => Work>> = {
  add: readAdd,
  list: (args) => {
    const { values } = readArguments(args, { options: { json: JSON_OPTION } })
    return async (tx) => {
      const sites = (await listPage(tx, { before: null, limit: MOST_LISTED })).map((one) => describeSite(one))
      if (values.json) return [JSON.stringify(sites, null, 2)]
      if (sites.length > 0) return sites.map(toLine)
      return [say('There is no site yet. npx --no-install stillhere site add NAME --origin URL registers one.')]
    }
  },
  allow: (args) => {
    const { values, positionals } = readArguments(args, { options: ALLOW_OPTIONS, word: 'SITE_KEY' })
    const { origin: origins } = values
    if (origins.length === 0) throw new UsageProblem('site allow needs at least one --origin')
    const [siteKey = ''] = positionals
    return async (tx, service) => [toLine(describeSite(await addOrigins(tx, service, { siteKey, origins })))]
  },
  secret: (args) => {
    const siteKey = readKey(args)
    return async (tx, service) => toLines(await addSecretTo(tx, service, await requireSite(tx, siteKey)))
  },
  remove: (args) => {
    const siteKey = readKey(args)
    return async (tx) => {
      await dropSite(tx, siteKey)
      return [say('{siteKey} is removed with its secrets', { siteKey })]
    }
  },
}

/** Registers, changes, lists or removes sites. Checks the arguments before it opens the database. */
export const runSite: Command = async ([name = '', ...args], surroundings) => {
  const read = WORKS[name]
  if (read === undefined)
    throw new UsageProblem('site wants {works}, not {name}', {
      works: Object.keys(WORKS).join(', '),
      name: JSON.stringify(name),
    })
  const work = read(args)
  const { print } = surroundings
  return runBesideService(surroundings, async (service) => {
    for (const line of await service.db.transaction((tx) => work(tx, service))) print(line)
    return 0
  })
}

const ADD_OPTIONS = {
  ...ALLOW_OPTIONS,
  return: { type: 'string', multiple: true, default: [] },
  webhook: { type: 'string' },
  logout: { type: 'string' },
  ping: { type: 'string' },
  action: { type: 'string', multiple: true, default: [] },
  'min-assurance': { type: 'string', multiple: true, default: [] },
  test: { type: 'boolean', default: false },
  json: JSON_OPTION,
} satisfies ParseArgsOptionsConfig

function readAdd(args: readonly string[]): Work {
  const { values, positionals } = readArguments(args, { options: ADD_OPTIONS, word: 'NAME' })
  if (values.origin.length === 0) throw new UsageProblem('site add needs at least one --origin')
  const [name = ''] = positionals
  const addresses = { origins: values.origin, return_urls: values.return }
  const callbacks = { webhook_url: values.webhook, logout_url: values.logout, ping_url: values.ping }
  const actions = readActions(values.action, values['min-assurance'])
  const wanted = { name, ...addresses, ...callbacks, actions, test: values.test }
  const [action = 'Sign up'] = values.action
  return async (tx, service) => {
    const made = await addSiteWithSecret(tx, service, wanted)
    if (values.json) return [JSON.stringify(made, null, 2)]
    return [...toLines(made), ...listNextSteps(made.site, action, service)]
  }
}

/** The actions of a site's pages, each with the level of the same place; level 1 where none is given. */
function readActions(actions: readonly string[], levels: readonly string[]): SiteActions {
  const isUnderstood = levels.length === 0 || levels.length === actions.length
  if (!isUnderstood || !levels.every((level) => /^[123]$/.test(level)))
    throw new UsageProblem('site add needs one --min-assurance of 1, 2 or 3 for each --action, or none')
  return Object.fromEntries(actions.map((action, index) => [action, Number(levels[index] ?? 1) as AssuranceLevel]))
}

function readKey(args: readonly string[]): string {
  return readArguments(args, { options: {}, word: 'SITE_KEY' }).positionals[0] ?? ''
}

type NewSite = { site: Site; secret: string; webhook_secret?: string }

function toLines({ site: made, secret, webhook_secret: webhookSecret }: NewSite): string[] {
  return [toLine(made), `secret ${secret}`, ...(webhookSecret ? [`webhook secret ${webhookSecret}`] : [])]
}

/** The two places that the key and the secret go to, with the address of this service. */
function listNextSteps({ site_key: key }: Site, action: string, { settings }: Service): string[] {
  const address = readAddress(settings)
  return [
    '',
    say('Next, in the page:'),
    `  <script src="${address}/check.js" async defer></script>`,
    `  <div class="stillhere-check" data-site-key="${key}" data-action="${encodeHtml(action)}"></div>`,
    say('On the server, with the secret and the field stillhere-response: POST {url}', {
      url: `${address}/api/siteverify`,
    }),
    say('More: {url}', { url: `${address}/docs/guides/protect-a-form` }),
  ]
}

function toLine({ site_key, name, origins, test, disabled_at }: Site): string {
  return [site_key, name, origins.join(' '), ...(test ? ['test'] : []), ...(disabled_at ? ['disabled'] : [])].join('  ')
}
