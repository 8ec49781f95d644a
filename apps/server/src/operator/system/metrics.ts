import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { readRoute } from '../../platform/http/errors.ts'
import type { Service } from '../../platform/service.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Adds hooks that measure each response by method, route and status, without data about callers. Returns the function that formats these and the
 * process's metrics as text for Prometheus.
 */
export function measureRequests(app: FastifyInstance, service: Service): () => string {
  const help = 'Time from the arrival of a request to the end of its answer'
  const duration = createHistogram('stillhere_http_request_seconds', help, SECONDS)
  let shed = 0
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    duration.observe({ method: request.method, route: readRoute(request), status }, reply.elapsedTime / 1000)
    if (status === 503) shed++
    done()
  })
  const shedTotal = createFigure('counter', {
    name: 'stillhere_http_shed_total',
    help: 'Requests answered with 503',
    read: () => shed + app.refusedEarly(),
  })
  const figures = [...listProcessFigures(), duration, shedTotal, ...listGauges(app, service)]
  return () => formatFigures(figures)
}

function listGauges(app: FastifyInstance, { db, threads }: Service): Figure[] {
  const gauge = (name: string, help: string, read: () => number) => createFigure('gauge', { name, help, read })
  return [
    gauge('stillhere_http_in_flight', 'Requests under way', () => app.load().inFlight),
    gauge('stillhere_database_connections', 'Open connections', () => db.connections().total),
    gauge('stillhere_database_idle', 'Idle connections', () => db.connections().idle),
    gauge('stillhere_database_waiting', 'Callers that wait for one', () => db.connections().waiting),
    gauge('stillhere_threads', 'Threads that judge motion and receipts', () => threads.size()),
  ]
}

let known: Figure[] | undefined

/** Lists the metrics of the process: memory, CPU, event loop and garbage collection. Created once per process, even if it has several apps. */
function listProcessFigures(): Figure[] {
  known ??= [...listMemoryFigures(), createCpuFigure(), createEventLoopFigure(), createGarbageFigure()]
  return known
}

function listMemoryFigures(): Figure[] {
  const gauge = (name: string, help: string, read: () => number) => createFigure('gauge', { name, help, read })
  return [
    gauge('process_resident_memory_bytes', 'Memory that the process holds', () => process.memoryUsage.rss()),
    gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript in use', () => process.memoryUsage().heapUsed),
    gauge('nodejs_heap_size_total_bytes', 'Memory of JavaScript', () => process.memoryUsage().heapTotal),
    gauge('process_start_time_seconds', 'When the process began', () => performance.timeOrigin / 1000),
  ]
}

function createCpuFigure(): Figure {
  const read = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  return createFigure('counter', { name: 'process_cpu_seconds_total', help: 'Time on a processor', read })
}

/** Creates the metric of the event loop's delay since the last export. */
function createEventLoopFigure(): Figure {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const read = () => {
    const p99 = delay.percentile(99) / 1e9
    delay.reset()
    return p99
  }
  const help = 'Delay of the event loop since the last look: 99 of 100 were shorter'
  return createFigure('gauge', { name: 'nodejs_eventloop_lag_p99_seconds', help, read })
}

function createGarbageFigure(): Figure {
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

type Labels = Readonly<Record<string, string | number>>

/** One line of a metric: a suffix of its name, labels, and a value. */
type Sample = { suffix?: string; labels?: Labels; value: number }

/** A metric, whose values are read when metrics are exported. */
type Figure = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram' | 'summary'
  read: () => Sample[]
}

/** A metric that counts, for each bucket, the values up to the bucket's bound. */
type Histogram = Figure & { observe: (labels: Labels, value: number) => void }

/** The media type of the Prometheus text format, version 0.0.4. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Formats metrics in the text format of Prometheus. */
export function formatFigures(figures: readonly Figure[]): string {
  return figures.map(formatFigure).join('\n')
}

/** Creates a metric with a single value, which `read` returns on each export. */
export function createFigure(
  type: 'counter' | 'gauge',
  { name, help, read }: { name: string; help: string; read: () => number },
): Figure {
  return { name, help, type, read: () => [{ value: read() }] }
}

type Series = { labels: Labels; counts: number[]; sum: number; count: number }

/** Creates a histogram metric with these upper bounds of its buckets, in ascending order. Its `observe` adds a value under a set of labels. */
export function createHistogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const all = new Map<string, Series>()
  const observe = (labels: Labels, value: number): void => {
    const key = formatLabels(labels)
    const series = all.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 }
    all.set(key, series)
    bounds.forEach((bound, index) => {
      if (value <= bound) series.counts[index] = (series.counts[index] ?? 0) + 1
    })
    series.sum += value
    series.count++
  }
  return {
    name,
    help,
    type: 'histogram',
    read: () => [...all.values()].flatMap((one) => listSamples(one, bounds)),
    observe,
  }
}

function listSamples({ labels, counts, sum, count }: Series, bounds: readonly number[]): Sample[] {
  const bucket = (le: string | number, value: number) => ({ suffix: '_bucket', labels: { ...labels, le }, value })
  return [
    ...bounds.map((bound, index) => bucket(bound, counts[index] ?? 0)),
    bucket('+Inf', count),
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ]
}

function formatFigure({ name, help, type, read }: Figure): string {
  const lines = read().map(
    ({ suffix = '', labels = {}, value }) => `${name}${suffix}${formatLabels(labels)} ${value}\n`,
  )
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function formatLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${encodeLabel(String(value))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function encodeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
