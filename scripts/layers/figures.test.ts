import { expect, it } from 'vitest'
import { measure, writeFigures } from './figures.ts'

const FILES = {
  'packages/contract/src/otp.ts': `export const sendOtp = { method: 'POST', path: '/api/send' }
export const readOtp = { method: 'GET', path: '/api/send' }`,
  'apps/server/src/identity/otp/routes.ts': `import { readOtp, sendOtp } from '@stillhere/contract'
import { sendCode as send } from './send.ts'
export function otpRoutes(app) {
  serve(app, sendOtp, { commit: (tx) => send(tx) })
  serve(app, readOtp, () => unreached())
}
function unreached() {}`,
  'apps/server/src/identity/otp/send.ts': `/** What whoever asks gets. */
type Asked = { hashing: string }
type Finding = Asked
export function sendCode(tx) {
  return [1].map(hashCode)
}
const hashCode = (value) => value.sendCode
function queueMail() {}`,
  'apps/server/src/identity/otp/send.test.ts': 'function nobodyCounts() {}',
}

const GLOSSARY = '| `otp` | no verb |\n## Verbs\n| `send`, `queue` | promises | `hash` |'

const figures = measure(
  Object.entries(FILES).map(([path, text]) => ({ path, text })),
  ['/api/send'],
  GLOSSARY,
)

it('counts product files, and no tests', () => {
  expect(figures.files).toBe(3)
  expect(figures.shortFiles).toBe(3)
  expect(figures.lines).toBe(17)
})

it('follows a request from its handler by the names that functions mention', () => {
  expect(figures.routes.get('/api/send')).toEqual({ functions: 3, files: 2, depth: 3 })
})

it('finds types named by a participle, and words of the list', () => {
  expect(figures.participleTypes).toEqual(['apps/server/src/identity/otp/send.ts Asked'])
  expect(figures.wordLines).toEqual(['apps/server/src/identity/otp/send.ts:1 /** What whoever asks gets. */'])
})

it('tells the first words of functions apart', () => {
  expect([...figures.firstWords.keys()]).toEqual(['otp', 'unreached', 'send', 'hash', 'queue'])
})

it('names functions that start with no verb of the glossary', () => {
  expect(figures.otherVerbs.map((one) => one.split(' ')[1])).toEqual(['otpRoutes', 'unreached', 'hashCode'])
})

it('writes a row for each figure', () => {
  expect(writeFigures(figures, { all: false })).toMatch(/^POST \/api\/send: .* {2}3 \/ 2 \/ 3$/m)
})
