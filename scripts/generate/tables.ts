import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@stillhere/contract'
import { REJECTION_WORDS } from '@stillhere/engine'
import { CHECKS, DEMANDS, listApprovalLimits, listLevels } from '@stillhere/receipt/view'
import {
  DEFAULT_LIMITS,
  EXACT_LIMITS,
  type Limit,
  NETWORK_LIMITS,
} from '../../apps/server/src/platform/settings/limits.ts'
import { LIMIT_WORDS, SETTING_WORDS } from '../../apps/server/src/platform/settings/words.ts'

const { ENDPOINTS, listNeeds, PROBLEM_WORDS, PROBLEMS } = contract

type Row = readonly string[]

/** A Markdown table. */
export function writeTable(heads: Row, rows: readonly Row[]): string {
  const lines = [heads, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [lines[0], `|${heads.map(() => '---|').join('')}`, ...lines.slice(1)].join('\n')
}

/** A line of another page, which is written from measurements by a command of its own. */
function quoteLine(page: string, line: RegExp): string {
  const found = line.exec(readFileSync(join(import.meta.dirname, '..', '..', page), 'utf8'))
  if (found === null) throw new Error(`${page} has no line like ${line.source}`)
  return found[0]
}

function code(text: string): string {
  return `\`${text}\``
}

/** Tables and sentences in README.md, docs and the packages' READMEs, by the name that the page calls them by. */
export const TABLES: Readonly<Record<string, () => string>> = {
  'cheapest attack': () => quoteLine('docs/internals/injections.md', /^\*\*The cheapest attack .*$/m),
  'refused people': () => quoteLine('docs/internals/measurements/presence.md', /^\*\*The worst source .*$/m),
  levels: () =>
    writeTable(
      ['level', 'motion', 'key', 'proves', 'doesn’t prove'],
      Object.values(listLevels()).map((row) => [row.name, row.motion, row.key, row.proves, row.doesNotProve]),
    ),
  'approval limits': () =>
    listApprovalLimits()
      .map((limit) => `- ${limit}`)
      .join('\n'),
  problems: () =>
    writeTable(
      ['code', 'status', 'meaning'],
      Object.entries(PROBLEMS).map(([name, status]) => [
        code(name),
        String(status),
        PROBLEM_WORDS[name as keyof typeof PROBLEM_WORDS],
      ]),
    ),
  settings: () =>
    writeTable(
      ['setting', 'default', 'meaning'],
      Object.entries(SETTING_WORDS).map(([name, words]) => [code(name), ...words]),
    ),
  budgets: () =>
    writeTable(
      ['name', 'default', 'counts'],
      Object.entries<Limit>(DEFAULT_LIMITS).map(([name, { count, perSeconds }]) => [
        code(name),
        `${count}/${perSeconds}`,
        LIMIT_WORDS[name as keyof typeof LIMIT_WORDS],
      ]),
    ),
  'network budgets': () => [...NETWORK_LIMITS].map((name) => `- ${code(name)}`).join('\n'),
  'exact budgets': () => EXACT_LIMITS.map((name) => `- ${code(name)}`).join('\n'),
  rejections: () =>
    writeTable(
      ['order', 'reason', 'what a person is told'],
      Object.entries(REJECTION_WORDS).map(([reason, words], index) => [String(index + 1), code(reason), words]),
    ),
  checks: () =>
    writeTable(
      ['check', 'passes when'],
      [
        ...CHECKS.map(({ name, label, promise }) => [`${name} ${label}`, promise]),
        ...DEMANDS.map(({ label, promise }) => [`${label}, if demanded`, promise]),
      ],
    ),
  credentials: () =>
    writeTable(
      ['call', 'weakest credential', 'needs a fresh sign-in'],
      ENDPOINTS.map((one) => [
        code(`${one.method} ${one.path}`),
        listNeeds(one).map(describeNeed).join(', or '),
        one.freshFor ?? '',
      ]),
    ),
  endpoints: () =>
    writeTable(
      ['name', 'call'],
      ENDPOINTS.map((one) => [code(nameOf(one)), code(`${one.method} ${one.path}`)]),
    ),
}

function describeNeed(need: contract.Need): string {
  const [kind, scope] = need.split(': ')
  return scope === undefined ? NEED_WORDS[need as keyof typeof NEED_WORDS] : `${kind} with ${code(scope)}`
}

const NEED_WORDS = {
  nothing: 'nothing',
  'sign-in': 'sign-in',
  'fresh sign-in': '**fresh sign-in**',
  adminSecret: 'admin secret',
  siteSecret: 'secret of a site',
  checkToken: 'token of a check',
  agentSignature: 'signature of an agent',
  deleteToken: 'delete token',
} satisfies Partial<Record<contract.Need, string>>

const names = new Map<unknown, string>(Object.entries(contract).map(([name, value]) => [value, name]))

/** The name under which the contract exports an endpoint. */
export function nameOf(endpoint: contract.Endpoint): string {
  const name = names.get(endpoint)
  if (name === undefined) throw new Error(`the contract does not export ${endpoint.method} ${endpoint.path}`)
  return name
}
