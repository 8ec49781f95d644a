import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBodyDigests, hasDigest } from './signed-requests.ts'

// RFC 9530, appendix B.1.
const BODY = '{"hello": "world"}\n'
const SHA_256 = 'sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:'
const SHA_512 = 'sha-512=:YMAam51Jz/jOATT6/zvHrLVgOYTGFy1d6GJiOHTohq4yP+pgk4vf2aCsyRZOtw8MjkM7iw7yZ/WkppmM44T3qg==:'

function digestsOf(...chunks: string[]) {
  const digests = createBodyDigests()
  for (const chunk of chunks) digests.update(Buffer.from(chunk))
  return digests
}

describe('fitsDigest', () => {
  it.each([
    [SHA_256, true],
    [SHA_512, true],
    [`${SHA_256}, ${SHA_512}`, true],
    [`md5=:YQ==:, ${SHA_256}`, true],
    ['', false],
    ['md5=:YQ==:', false],
    ['sha-256=:YQ==:', false],
    ['sha-256="text"', false],
    ['sha-256=(1)', false],
    [`${SHA_256}, sha-512=:YQ==:`, false],
    [SHA_256.toUpperCase(), false],
    ['nonsense(', false],
  ])('%s: %s', (field, expected) => {
    expect(hasDigest(field, digestsOf(BODY))).toBe(expected)
  })

  it('does not care where a body is cut, and refuses another body', () => {
    expect(hasDigest(SHA_256, digestsOf(BODY.slice(0, 5), BODY.slice(5)))).toBe(true)
    expect(hasDigest(SHA_256, digestsOf(BODY, ' '))).toBe(false)
    expect(hasDigest(SHA_256, digestsOf())).toBe(false)
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (field) => {
        expect(hasDigest(field, digestsOf(BODY))).toBe(false)
      }),
      { seed: 20260310 },
    )
  })
})
