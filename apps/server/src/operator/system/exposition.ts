type Labels = Readonly<Record<string, string | number>>

/** One line of a figure: what is added to its name, what it is about, and how much. */
type Sample = { suffix?: string; labels?: Labels; value: number }

/** A figure that is read when somebody asks for it. */
export type Figure = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram' | 'summary'
  read: () => Sample[]
}

/** A figure that counts how often values were at most so large. */
export type Histogram = Figure & { observe: (labels: Labels, value: number) => void }

/** The media type of what writeFigures writes: the text format of Prometheus, version 0.0.4. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export function writeFigures(figures: readonly Figure[]): string {
  return figures.map(writeFigure).join('\n')
}

/** A figure of one number. */
export function makeFigure(
  type: 'counter' | 'gauge',
  { name, help, read }: { name: string; help: string; read: () => number },
): Figure {
  return { name, help, type, read: () => [{ value: read() }] }
}

type Series = { labels: Labels; counts: number[]; sum: number; count: number }

export function createHistogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const all = new Map<string, Series>()
  const observe = (labels: Labels, value: number): void => {
    const key = writeLabels(labels)
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

function writeFigure({ name, help, type, read }: Figure): string {
  const lines = read().map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${writeLabels(labels)} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(String(value))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escape(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
