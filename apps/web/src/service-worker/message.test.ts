import { describe, expect, it } from 'vitest'
import { readMessage } from './message.ts'

const ORIGIN = 'https://still.example'
const IN_ENGLISH = { origin: ORIGIN, languages: ['en'] }
const read = (message: unknown) => readMessage(JSON.stringify(message), IN_ENGLISH)

describe('readMessage', () => {
  it('reads what the service sends', () => {
    expect(read({ title: 'Shop asks', body: 'until 12:05 UTC', url: '/approve/apr_1' })).toEqual({
      title: 'Shop asks',
      body: 'until 12:05 UTC',
      url: 'https://still.example/approve/apr_1',
    })
  })

  it.each([
    'https://evil.example/a',
    '//evil.example/a',
    '\\\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    7,
    null,
  ])('leads to My node in the place of %j', (url) => {
    expect(read({ title: 'Shop asks', url }).url).toBe('https://still.example/node')
  })

  it.each(['', 'no JSON', 'null', '[]', '7', '{"title":7}'])('has something to show for %j', (text) => {
    expect(readMessage(text, IN_ENGLISH)).toEqual({
      title: 'Someone asks for your approval',
      body: '',
      url: 'https://still.example/node',
    })
  })

  it('says in the language of the browser that somebody asks', () => {
    expect(readMessage('', { origin: ORIGIN, languages: ['fr', 'de-CH'] }).title).toBe(
      'Jemand bittet um deine Freigabe',
    )
  })
})
