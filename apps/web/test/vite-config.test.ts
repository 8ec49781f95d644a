import { expect, it } from 'vitest'
import config from '../vite.config.ts'

it('the first build of a newcomer ends without warnings of how long pages take to compress', () => {
  expect(config.build?.rolldownOptions?.checks).toEqual({ bundlerTimings: false })
})
