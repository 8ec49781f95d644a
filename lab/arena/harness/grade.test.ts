import { expect, it } from 'vitest'
import * as optimizer from '../injections/optimizer.ts'
import * as simulated from '../injections/simulated-hand.ts'
import { gradeOpenly } from './grade.ts'

it('the simulated hand is graded above the robot from which the search begins, which fails', () => {
  const robot = gradeOpenly(optimizer.make, 4)
  expect(robot).toBeLessThan(-1)
  expect(gradeOpenly(simulated.make, 4)).toBeGreaterThan(robot)
})
