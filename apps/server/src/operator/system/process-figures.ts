import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { type Figure, makeFigure } from './exposition.ts'

let known: Figure[] | undefined

/** Memory, CPU, event loop and garbage collection. They belong to the process, not to one app in it, so they are made once. */
export function processFigures(): Figure[] {
  known ??= [...memory(), cpu(), eventLoop(), garbageCollection()]
  return known
}

function memory(): Figure[] {
  const gauge = (name: string, help: string, read: () => number) => makeFigure('gauge', { name, help, read })
  return [
    gauge('process_resident_memory_bytes', 'Memory that the process holds', () => process.memoryUsage.rss()),
    gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript in use', () => process.memoryUsage().heapUsed),
    gauge('nodejs_heap_size_total_bytes', 'Memory of JavaScript', () => process.memoryUsage().heapTotal),
    gauge('process_start_time_seconds', 'When the process began', () => performance.timeOrigin / 1000),
  ]
}

function cpu(): Figure {
  const read = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  return makeFigure('counter', { name: 'process_cpu_seconds_total', help: 'Time on a processor', read })
}

/** How late the event loop was since the last time somebody asked. */
function eventLoop(): Figure {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const read = () => {
    const p99 = delay.percentile(99) / 1e9
    delay.reset()
    return p99
  }
  const help = 'Delay of the event loop since the last look: 99 of 100 were shorter'
  return makeFigure('gauge', { name: 'nodejs_eventloop_lag_p99_seconds', help, read })
}

function garbageCollection(): Figure {
  let [count, seconds] = [0, 0]
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      count++
      seconds += duration / 1000
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  return {
    name: 'nodejs_gc_duration_seconds',
    help: 'Time spent on garbage collection',
    type: 'summary',
    read: () => [
      { suffix: '_sum', value: seconds },
      { suffix: '_count', value: count },
    ],
  }
}
