const LOCAL = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

/** The reader's own wall clock, with its zone. */
export function localTime(ms: number): string {
  return LOCAL.format(ms)
}

const UNITS: [name: string, ms: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

/** A length of time in its two largest units: "2 hours 3 minutes". */
export function duration(lengthMs: number): string {
  let rest = Math.abs(lengthMs)
  const parts: string[] = []
  for (const [name, ms] of UNITS) {
    const count = Math.floor(rest / ms)
    rest -= count * ms
    if (count > 0 && parts.length < 2) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`)
  }
  return parts.length === 0 ? `${rest} ms` : parts.join(' ')
}

/** How far a time is from now: "in 5 minutes", "3 days ago". */
export function distance(ms: number, now: number): string {
  return ms >= now ? `in ${duration(ms - now)}` : `${duration(ms - now)} ago`
}
