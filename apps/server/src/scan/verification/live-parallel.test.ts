import { afterAll, beforeAll, expect, it } from 'vitest'
import { askForLive, COUNTDOWN_MS, makeSteps, peekStrokes, planSteps, postStep } from '../../../test/live-person.ts'
import { type Processes, startTestProcesses } from '../../../test/processes.ts'

let processes: Processes
let now = new Date()
const clock = { pass: (ms: number) => (now = new Date(now.getTime() + ms)) }
beforeAll(async () => {
  processes = await startTestProcesses(2, {}, () => now)
})
afterAll(() => processes.stop())

// `npm run faults -- live` does it with 200 calls over four processes.
const CALLS = 20

it(`${CALLS} parallel calls at each step over two services: one gets the next stroke`, async () => {
  for (let step = 0; step < 6; step++) {
    const server = { ...processes.nth(step), clock }
    const { challenge_id: id } = await askForLive(server)
    const strokes = await peekStrokes(server, id)
    const { steps } = planSteps(id, strokes, [])
    clock.pass(COUNTDOWN_MS)
    await makeSteps(server, id, steps.slice(0, step))
    clock.pass((steps[step]?.elapsed_ms ?? 0) - (steps[step - 1]?.elapsed_ms ?? 0))
    // Each with a commitment of its own, as somebody would who wants several tries.
    const tries = Array.from({ length: CALLS }, (_, index) => ({
      ...steps[step],
      commitment: index.toString(16).padStart(64, '0'),
    }))
    const answers = await Promise.all(tries.map((payload, index) => postStep(processes.nth(index), id, payload)))
    const told = answers.filter(({ statusCode }) => statusCode === 200)
    expect(told.map((answer) => answer.json())).toMatchObject([
      { step: step + 1, action: step < 5 ? { direction: strokes.strokes[step + 1]?.direction } : null },
    ])
    const ended = answers.filter(({ statusCode }) => statusCode === 409)
    expect(ended.map((answer) => answer.json<{ error: string }>().error)).toEqual(
      Array(CALLS - 1).fill('CHALLENGE_ENDED'),
    )
  }
})
