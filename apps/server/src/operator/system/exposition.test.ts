import { expect, it } from 'vitest'
import { createHistogram, createFigure, formatFigures } from './metrics.ts'

it('writes what Prometheus reads: each figure with its help, its type and its values', () => {
  const waiting = createFigure('gauge', { name: 'a_waiting', help: 'Callers that wait', read: () => 2 })
  const total = createFigure('counter', { name: 'a_total', help: 'All', read: () => 0.5 })
  expect(formatFigures([waiting, total])).toBe(`# HELP a_waiting Callers that wait
# TYPE a_waiting gauge
a_waiting 2

# HELP a_total All
# TYPE a_total counter
a_total 0.5
`)
})

it('counts a value in every bucket that it fits in, by what it is about', () => {
  const seconds = createHistogram('a_seconds', 'Time', [0.5, 1])
  for (const value of [0.25, 0.5, 0.75, 4]) seconds.observe({ route: '/a', status: 200 }, value)
  seconds.observe({ route: 'a "quoted"\\\n', status: 404 }, 1)
  expect(formatFigures([seconds])).toBe(`# HELP a_seconds Time
# TYPE a_seconds histogram
a_seconds_bucket{route="/a",status="200",le="0.5"} 2
a_seconds_bucket{route="/a",status="200",le="1"} 3
a_seconds_bucket{route="/a",status="200",le="+Inf"} 4
a_seconds_sum{route="/a",status="200"} 5.5
a_seconds_count{route="/a",status="200"} 4
a_seconds_bucket{route="a \\"quoted\\"\\\\\\n",status="404",le="0.5"} 0
a_seconds_bucket{route="a \\"quoted\\"\\\\\\n",status="404",le="1"} 1
a_seconds_bucket{route="a \\"quoted\\"\\\\\\n",status="404",le="+Inf"} 1
a_seconds_sum{route="a \\"quoted\\"\\\\\\n",status="404"} 1
a_seconds_count{route="a \\"quoted\\"\\\\\\n",status="404"} 1
`)
})
