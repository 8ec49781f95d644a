import { canonicalize, computePayloadDigest } from '@stillhere/client/receipt'
import { createSpeaker } from '@stillhere/messages'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import {
  Ask,
  type ApprovalFacts,
  type Asker,
  type CheckFacts,
  describeAsker,
  describeMissing,
  describeStatus,
  describeTitle,
  type RequestFacts,
} from './ask.ts'
import { hasSignedText } from './signed-text.ts'

const { say } = createSpeaker('en')
const signedText = (action: object) => ({ text: canonicalize(action), digest: computePayloadDigest(action) })
const NASTY = `</script><b onclick="x()">"Pay"</b> & 'run' twice`

const AGENT: Asker = {
  id: 'agent:deployer@example.org',
  kind: 'agent',
  name: 'deployer',
  origin: 'example.org',
  operator: 'quiet-river',
}
const CHECK: CheckFacts = {
  kind: 'check',
  id: 'c-7',
  site: 'Shop',
  origin: 'https://shop.example',
  audience: 'https://shop.example',
  action: 'Pay 7 €',
  details: null,
  assurance: 1,
  otherWay: false,
  approverKey: false,
  takesFirstVisit: false,
  fromPage: false,
  test: false,
  status: 'open',
}
const APPROVAL: ApprovalFacts = {
  kind: 'approval',
  id: 'a-7',
  status: 'open',
  ...signedText({ type: 'deploy', summary: 'Deploy 1.2', details: { Stage: 'live' } }),
  binding_message: 'remote radio portrait hill delta value',
  language: 'en',
  need: 1,
  people: 1,
  method: 'hand',
  assurance: 2,
  expires_at: '2026-01-01T00:10:00.000Z',
  test: false,
  asker: AGENT,
  other_way: false,
}

const draw = (facts: RequestFacts, until?: string) => renderToString(h(Ask, { facts, say, until }))
/** The words of a page, a line for each element that has any. */
const read = (html: string) =>
  html
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '')

describe('what is asked', () => {
  it('of a check: who, what, for which site, in this order', () => {
    expect(read(draw(CHECK))).toEqual(['Shop asks you to confirm', 'Pay 7 €', 'For', 'https://shop.example'])
  })

  it('of an approval: who for whom, what, its type, its details, the code to compare and the time left', () => {
    expect(read(draw(APPROVAL, '12:10'))).toEqual([
      'deployer (agent of example.org, operated by quiet-river) asks you to approve:',
      'Deploy 1.2',
      'Type:',
      'deploy',
      'Stage',
      'live',
      'Compare with the six words the asker shows:',
      'remote radio portrait hill delta value',
      'Open until 12:10',
    ])
    expect(read(draw(APPROVAL))).not.toContainEqual(expect.stringContaining('Open until'))
  })

  it('is a test where nothing is proved', () => {
    for (const facts of [CHECK, APPROVAL]) {
      expect(draw(facts)).not.toContain('This is a test.')
      expect(draw({ ...facts, test: true })).toContain('This is a test. It proves nothing')
    }
  })

  it.each([
    ['a check', { ...CHECK, site: NASTY, action: NASTY, origin: NASTY, details: { [NASTY]: NASTY, command: NASTY } }],
    [
      'an approval',
      {
        ...APPROVAL,
        asker: { ...AGENT, name: NASTY, operator: NASTY },
        binding_message: NASTY,
        ...signedText({ type: NASTY, summary: NASTY, details: NASTY }),
      },
    ],
  ] as const)('has no markup of its asker: %s', (_name, facts) => {
    const html = draw(facts)
    expect(html).not.toMatch(/<b\b|<script|<\/script/)
    expect(html.split('&lt;/script>').length).toBeGreaterThan(4)
  })

  it('keeps each text of the asker to its own direction, and marks escapes in code', () => {
    const html = draw({ ...CHECK, action: 'לשלם 100', details: { סכום: '100', command: 'rm \u202E\n' } })
    expect(html).toContain('<bdi class="check-action">לשלם 100</bdi>')
    expect(html).toContain('<dt><bdi>סכום</bdi></dt><dd><bdi>100</bdi></dd>')
    expect(html).toContain('<dd><code dir="ltr">rm <mark>\\u{202e}</mark><mark>\\n</mark>\n</code></dd>')
    expect(draw({ ...CHECK, details: 'two\nlines' })).toContain('<p class="check-details"><bdi>two\nlines</bdi></p>')
  })
})

describe('the text of an approval', () => {
  const ACTION = { type: 'deploy', summary: 'Deploy 1.2', details: { Stage: 'live' } }
  const isSigned = (more: Partial<ApprovalFacts>) => hasSignedText({ ...APPROVAL, ...more })

  it.each([ACTION, { ...ACTION, details: 'two\nlines' }, { type: 'pay', summary: NASTY }])(
    'has its digest: %j',
    (action) => {
      expect(isSigned(signedText(action))).toBe(true)
    },
  )

  it.each<[string, Partial<ApprovalFacts>]>([
    ['another digest', { digest: 'ab'.repeat(32) }],
    ['another text', { text: canonicalize({ ...ACTION, summary: 'Deploy 1.3' }) }],
    ['a member that no page draws', signedText({ ...ACTION, note: 'and delete the backups' })],
    ['a detail that is no text', signedText({ ...ACTION, details: { Stage: { live: 'no' } } })],
    ['a list of details', signedText({ ...ACTION, details: ['live'] })],
    ['no summary', signedText({ type: 'deploy' })],
    ['spaces that RFC 8785 leaves out', { text: JSON.stringify(ACTION, null, 1) }],
    ['a name twice', { text: APPROVAL.text.replace('{', '{"summary":"Deploy 9",') }],
  ])('is not signed with %s', (_, more) => {
    expect(isSigned(more)).toBe(false)
  })
})

describe('who asks', () => {
  it('is an agent with its origin and on whose behalf', () => {
    expect(describeAsker(AGENT, say)).toBe('deployer (agent of example.org, operated by quiet-river)')
    expect(describeAsker({ ...AGENT, operator: null }, say)).toBe('deployer (agent of example.org)')
  })

  it('is a site with its origin', () => {
    const site: Asker = { id: 'k', kind: 'site', name: 'Shop', origin: 'https://shop.example', operator: null }
    expect(describeAsker(site, say)).toBe('Shop (https://shop.example)')
  })
})

it('titles the document by who asks and what for', () => {
  expect(describeTitle(CHECK, say)).toBe('Shop: Pay 7 €')
  expect(describeTitle(APPROVAL, say)).toBe('deployer (agent of example.org, operated by quiet-river) asks: Deploy 1.2')
})

it.each<[RequestFacts, string]>([
  [CHECK, 'One moment…'],
  [{ ...CHECK, status: 'passed' }, 'This check is done.'],
  [{ ...CHECK, status: 'failed' }, 'This check has ended.'],
  [{ ...CHECK, status: 'expired' }, 'This check has expired.'],
  [APPROVAL, 'One moment…'],
  [{ ...APPROVAL, status: 'granted' }, 'This was approved.'],
  [{ ...APPROVAL, status: 'denied' }, 'This was denied.'],
  [{ ...APPROVAL, status: 'expired' }, 'This has expired.'],
])('says the state of $kind $status', (facts, words) => {
  expect(describeStatus(facts, say)).toBe(words)
})

it.each([
  ['check', 'Check not found', 'This check doesn’t exist'],
  ['approval', 'Approval not found', 'This approval doesn’t exist'],
] as const)('says that there is no such %s', (kind, title, heading) => {
  expect(describeMissing(kind, say)).toEqual({ title, heading })
})
