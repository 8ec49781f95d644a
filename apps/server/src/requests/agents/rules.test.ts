import { describe, expect, it } from 'vitest'
import { createAgentId, compare, type Declaration, readDeclaration } from './rules.ts'

const BODY = { agent_handle: 'indexer-1', agent_type: 'bot', origin: 'example.org', public_key: 'd75a98' }
const read = (changes: Partial<typeof BODY>) => readDeclaration({ ...BODY, ...changes })

describe('readDeclaration', () => {
  it('trims every field', () => {
    const padded = read({
      agent_handle: ' indexer-1\t',
      agent_type: '\nbot ',
      origin: ' example.org',
      public_key: 'd75a98\n',
    })
    expect(padded).toEqual(readDeclaration(BODY))
  })

  it.each([
    ['Indexer-1', 'indexer-1'],
    ['ÉCLAIR', 'éclair'],
    ['E\u0301clair', 'éclair'],
    ['ｉｎｄｅｘｅｒ', 'indexer'],
    ['Search Bot', 'search bot'],
  ])('compares the handle %j as %j', (agent_handle, handleKey) => {
    expect(read({ agent_handle })).toMatchObject({ handleKey })
  })

  it.each([
    ['blank', '   '],
    ['a line end', 'index\ner'],
    ['an escape', 'index\u001b[31mer'],
    ['a zero-width space', 'index\u200ber'],
    ['a turn of direction', 'index\u202eer'],
    ['a line separator', 'index\u2028er'],
    ['an @', 'indexer@openai.example'],
    ['two spaces', 'search  bot'],
    ['markup', '<img src=x onerror=alert(1)>'],
    ['Markdown', '[bot](javascript:alert(1))'],
    ['a template', '${bot}'],
    ['an emoji', 'bot 🤖'],
    ['Latin and Cyrillic letters', 'b\u043et'],
    ['Latin and Greek letters', 'b\u03bft'],
  ])('F16: refuses a handle, type and origin with %s', (_what, text) => {
    const found = read({ agent_handle: text, agent_type: text, origin: text })
    const pointers = Array.isArray(found) ? found.map(({ pointer }) => pointer) : []
    expect(pointers).toEqual(['/agent_handle', '/agent_type', '/origin'])
  })

  it.each([
    'indexer-1',
    'Search Bot',
    'example.org',
    'localhost:8080',
    'github.com/ada',
    'Éclair',
    'робот',
    '検索ボット',
    '검색 봇',
    "Ada's",
  ])('F16: takes the name %s, of one script', (name) => {
    expect(read({ agent_handle: name, agent_type: name, origin: name })).toMatchObject({ handle: name, origin: name })
  })

  it.each([
    ['rope', '\u0433\u043e\u0440\u0435', true],
    ['OpenAI', 'OpenAl', true],
    ['OpenAI', '0penAI', true],
    ['coco', '\u0441\u043e\u0441\u043e', true],
    ['modern', 'modem', true],
    ['agent-1', 'agent-2', false],
    ['indexer', 'index', false],
  ])('F16: %j and %j look the same: %j', (one, other, isAlike) => {
    const skeletons = [one, other].map((agent_handle) => (read({ agent_handle }) as Declaration).skeleton)
    expect(skeletons[0] === skeletons[1]).toBe(isAlike)
  })

  it.each([
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----',
    '-----BEGIN PUBLIC KEY-----\r\nMCowBQYDK2VwAyEA\r\n-----END PUBLIC KEY-----\r\n',
    '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS"}',
    'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp',
    'anything at all',
  ])('takes the public key %j', (public_key) => {
    expect(read({ public_key })).toMatchObject({ publicKey: public_key.trim() })
  })

  it.each(['  ', 'a\u0007b', 'a\u200bb'])('refuses the public key %j', (public_key) => {
    expect(read({ public_key })).toEqual([
      { pointer: '/public_key', message: 'must not be blank and must hold only characters that can be seen' },
    ])
  })
})

describe('compare', () => {
  const declaration = readDeclaration(BODY) as Declaration
  it.each([
    [{ origin: 'example.org', publicKey: 'd75a98' }, 'same'],
    [{ origin: 'EXAMPLE.org', publicKey: 'd75a98' }, 'same'],
    [{ origin: 'example.org', publicKey: 'D75A98' }, 'other key'],
    [{ origin: 'example.com', publicKey: 'd75a98' }, 'other origin'],
    [{ origin: 'example.com', publicKey: 'other' }, 'other origin'],
  ] as const)('with %o: %s', (declared, outcome) => {
    expect(compare(declaration, { handleKey: 'indexer-1', ...declared })).toBe(outcome)
    expect(compare(declaration, { handleKey: 'indexer-l', ...declared })).toBe('other handle')
  })
})

describe('makeAgentId', () => {
  it('joins handle and origin', () => {
    expect(createAgentId({ handle: 'indexer-1', origin: 'example.org' })).toBe('agent:indexer-1@example.org')
  })
})
