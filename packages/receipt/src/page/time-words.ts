import { nameDuration } from '../view/phrases.ts'

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

/** How far a time is from now, in whole seconds: "in 5 minutes", "3 days ago". */
export function distance(ms: number, now: number): string {
  const length = nameDuration(Math.floor(Math.abs(ms - now) / 1000) * 1000)
  return ms >= now ? `in ${length}` : `${length} ago`
}
