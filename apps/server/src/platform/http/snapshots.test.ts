import { describe, expect, it } from 'vitest'
import { createSnapshots } from './endpoint.ts'

const START = Date.parse('2026-03-10T12:00:00.000Z')

function keep(read = async (key: string, reading: number): Promise<object> => ({ key, reading })) {
  let time = START
  let readings = 0
  const snapshots = createSnapshots(
    () => new Date(time),
    (key: string) => read(key, ++readings),
  )
  return { ...snapshots, set: (ms: number) => (time = START + ms), readings: () => readings }
}

describe('snapshots', () => {
  it('are read once for all callers who come at the same time, and written once', async () => {
    const { recent, readings } = keep()
    const all = await Promise.all(Array.from({ length: 50 }, () => recent('a')))
    expect([readings(), new Set(all).size]).toEqual([1, 1])
    expect(all[0]?.text).toBe('{"key":"a","reading":1}')
  })

  it('are kept for less than a second', async () => {
    const { recent, set, readings } = keep()
    const first = await recent('a')
    set(999)
    expect(await recent('a')).toBe(first)
    set(1000)
    expect(await recent('a')).not.toBe(first)
    expect(readings()).toBe(2)
  })

  it('are read again when the clock was set back', async () => {
    const { recent, set, readings } = keep()
    await recent('a')
    set(-3_600_000)
    await recent('a')
    expect(readings()).toBe(2)
  })

  it('have one tag for the same answer, and another for another', async () => {
    const { recent, set } = keep(async (key) => ({ key }))
    const { tag } = await recent('a')
    set(1000)
    expect((await recent('a')).tag).toBe(tag)
    expect((await recent('b')).tag).not.toBe(tag)
  })

  it('are read again after a write, also one while a reading is under way', async () => {
    const { recent, forget } = keep()
    const early = recent('a')
    forget()
    const late = recent('a')
    expect(await early).not.toBe(await late)
    expect(await recent('a')).toBe(await late)
  })

  it('are no failures', async () => {
    let isDown = true
    const { recent } = keep(async () => {
      if (isDown) throw new Error('the database is away')
      return {}
    })
    await expect(Promise.all([recent('a'), recent('a')])).rejects.toThrow('away')
    isDown = false
    await expect(recent('a')).resolves.toBeDefined()
  })

  it('are few, however many are asked for: the oldest go first', async () => {
    const { recent, readings } = keep()
    for (let key = 0; key < 21; key++) await recent(`${key}`)
    await recent('20')
    expect(readings()).toBe(21)
    await recent('0')
    expect(readings()).toBe(22)
  })
})
