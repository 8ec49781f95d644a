import { describe, expect, it } from 'vitest'
import { parseDatabaseUrl } from './settings.ts'

describe('parseDatabaseUrl', () => {
  it.each([
    ['postgresql://u:p%40@db.example.org/name', ['postgresql://u:p%40@db.example.org/name']],
    ['postgres://a@localhost/a?host=/run/postgresql', ['postgres://a@localhost/a?host=/run/postgresql']],
    [
      'postgresql://u:p@a:5432,b:5433,[::1]/name?sslmode=require',
      [
        'postgresql://u:p@a:5432/name?sslmode=require',
        'postgresql://u:p@b:5433/name?sslmode=require',
        'postgresql://u:p@[::1]/name?sslmode=require',
      ],
    ],
    ['postgresql://a,b/n?target_session_attrs=read-write', ['postgresql://a/n', 'postgresql://b/n']],
    ['postgresql:///name', ['postgresql:///name']],
  ])('of %s', (text, urls) => {
    expect(parseDatabaseUrl(text)).toEqual(urls)
  })

  it.each([
    ['mysql://secret@a/b', 'must be a URL'],
    ['postgresql://secret@a:port/b', 'must be a URL'],
    ['postgresql://secret@a,,b/c', 'a host that is empty'],
    ['postgresql://secret@a,b/c?target_session_attrs=standby', 'must be read-write'],
    ['secret', 'must be a URL'],
  ])('refuses %s without repeating it', (text, words) => {
    expect(() => parseDatabaseUrl(text)).toThrow(words)
    expect(() => parseDatabaseUrl(text)).not.toThrow('secret')
  })
})
