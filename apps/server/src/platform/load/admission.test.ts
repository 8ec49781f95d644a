import { describe, expect, it } from 'vitest'
import { type Admission, createAdmission } from './load.ts'

const LIMITS = { normal: { maxWaiting: 200, maxWaitMs: 3000 }, overloaded: { maxWaiting: 2, maxWaitMs: 100 } }

/** An admission with a clock and a room of its own, and who was served or refused in which order. */
function open() {
  const world = { nowMs: 0, room: 0 }
  const served: number[] = []
  const refused: number[] = []
  const hasRoom = () => world.room > 0
  const admission = createAdmission(hasRoom, { limits: LIMITS, now: () => world.nowMs })
  const enter = (caller: number) =>
    admission.enter((isServed) => {
      if (isServed) world.room--
      ;(isServed ? served : refused).push(caller)
    })
  return { world, served, refused, admission, enter }
}

function wait({ world, admission }: { world: { nowMs: number }; admission: Admission }, ms: number): void {
  world.nowMs += ms
  // It refuses a few at a time.
  for (let turn = 0; turn < 100; turn++) admission.runNext()
}

describe('createAdmission', () => {
  it('serves at once while there is room, and otherwise in the order of arrival', () => {
    const { world, served, admission, enter } = open()
    world.room = 1
    for (const caller of [1, 2, 3]) enter(caller)
    expect(served).toEqual([1])
    world.room = 1
    admission.runNext()
    expect(served).toEqual([1, 2])
    expect(admission.countWaiting()).toBe(1)
  })

  it('serves a burst that fits into the patience of quiet times, whoever came last first while the queue is long', () => {
    const all = open()
    for (let caller = 0; caller < 150; caller++) all.enter(caller)
    all.world.room = 1000
    wait(all, 2900)
    expect([all.served.length, all.served[0], all.served.at(-1), all.refused]).toEqual([150, 149, 99, []])
  })

  it('is full when as many wait as may', () => {
    const { admission, enter } = open()
    for (let caller = 0; caller < 200; caller++) {
      expect(admission.isFull()).toBe(false)
      enter(caller)
    }
    expect(admission.isFull()).toBe(true)
  })

  it('is overloaded once more come than may wait for a moment, and not by one burst that is too large', () => {
    const all = open()
    for (let caller = 0; caller < 200; caller++) all.enter(caller)
    expect(all.admission.isFull()).toBe(true)
    wait(all, 199)
    expect(all.refused).toEqual([])
    all.world.nowMs += 1
    expect(all.admission.isFull()).toBe(true)
    wait(all, 1)
    expect(all.refused).toHaveLength(200)
  })

  it('refuses those who waited too long, and lets few wait from then on, until nobody had to be refused for a second', () => {
    const all = open()
    for (let caller = 0; caller < 3; caller++) all.enter(caller)
    wait(all, 3001)
    expect(all.refused).toEqual([0, 1, 2])
    for (let caller = 3; caller < 5; caller++) all.enter(caller)
    expect(all.admission.isFull()).toBe(true)
    wait(all, 101)
    expect(all.refused).toEqual([0, 1, 2, 3, 4])
    wait(all, 1001)
    for (let caller = 5; caller < 8; caller++) all.enter(caller)
    expect(all.admission.isFull()).toBe(false)
    wait(all, 2000)
    expect(all.refused).toHaveLength(5)
  })
})
