import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { researchUpload } from '../../../test/research.ts'
import { readUpload } from './landmarks.ts'

const read = (text: string) => readUpload(Buffer.from(text))
const { landmarks: _, ...REST } = researchUpload()

describe('readUpload', () => {
  it('reads any landmarks, wherever among the members they stand and however they are spaced', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(8), fc.nat(4), (json, place, spaces) => {
        const members = Object.entries(REST).map(([name, value]) => `"${name}":${JSON.stringify(value)}`)
        const space = ' \n\t\r'.slice(0, spaces)
        members.splice(place, 0, `"landmarks"${space}:${space}${json}${space}`)
        const body = `${space}{${space}${members.join(`,${space}`)}}${space}`
        expect(read(body)).toEqual({ ...REST, landmarks: JSON.parse(json) })
      }),
      { seed: 20260310 },
    )
  })

  it.each([
    ['an escaped name', '"l\\u0061ndmarks":[1]', [1]],
    ['a member of that name elsewhere', '"x":{"landmarks":[2]},"landmarks":[1]', [1]],
    ['text of that name', '"x":"landmarks","y":["landmarks"],"landmarks":[1]', [1]],
    ['a quote in text before', '"x":"\\"landmarks\\":[2]\\\\","landmarks":[1]', [1]],
  ])('finds them behind %s', (_name, members, expected) => {
    const body = JSON.stringify(REST).replace('{', `{${members},`)
    expect(read(body).landmarks).toEqual(expected)
  })

  it('cuts nothing off a body in two bytes a letter', () => {
    expect(read(JSON.stringify({ ...REST, node_handle: 'ü€😀', landmarks: ['ü€😀'] })).landmarks).toEqual(['ü€😀'])
  })
})
