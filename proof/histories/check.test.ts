import { expect, it } from 'vitest'
import { type LastStep, type Subject, subject } from './area.ts'
import { explain } from './check.ts'

type Ticket = { looks: number; isUsed: boolean }

function use(ticket: Ticket): string {
  const answer = ticket.isUsed ? 'used meanwhile' : 'used'
  ticket.isUsed = true
  return answer
}

/** A ticket that is used once, by an operation that looks first and uses it as `useAfter` says. */
function makeTicket(useAfter: (ticket: Ticket) => string | LastStep<Ticket>): Subject<unknown> {
  return subject<Ticket>({
    state: { looks: 0, isUsed: false },
    run: async () => '',
    step: (ticket) => {
      if (ticket.isUsed) return 'refused'
      ticket.looks++
      return useAfter(ticket)
    },
  })
}

const twoAtOnce = (...answers: string[]) => ({
  operations: answers.map(() => ({ kind: 'use', n: 0 })),
  answers,
  now: 0,
})

it('an operation of two transactions is explained by another one between them', () => {
  const ticket = makeTicket(() => use)
  expect(explain(ticket, [ticket.state], twoAtOnce('used', 'used meanwhile'))).toEqual([{ looks: 2, isUsed: true }])
  expect(explain(ticket, [ticket.state], twoAtOnce('used', 'refused'))).toEqual([{ looks: 1, isUsed: true }])
})

it('no order explains that both used it, nor a second answer of an operation of one transaction', () => {
  const ticket = makeTicket(() => use)
  expect(explain(ticket, [ticket.state], twoAtOnce('used', 'used'))).toEqual([])
  const whole = makeTicket(use)
  expect(explain(whole, [whole.state], twoAtOnce('used', 'used meanwhile'))).toEqual([])
})
