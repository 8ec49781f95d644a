import { formatMoment } from '../words/format.ts'
import { say } from '../words/speak.ts'
import { formatRelativeHour, formatRelativeTime } from './time-words.ts'

/** A moment: how long ago in the text, the exact time for a pointer and for programs. */
export function Time({ at }: { at: string }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} title={absolute(moment)}>
      {formatRelativeTime(moment.getTime() - Date.now())}
    </time>
  )
}

/** A time that the service keeps only to the hour. */
export function HourTime({ at }: { at: string }) {
  return <time dateTime={at}>{formatRelativeHour(Date.now() - Date.parse(at))}</time>
}

/** A moment, exactly. */
export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{absolute(new Date(at))}</time>
}

function absolute(moment: Date): string {
  return formatMoment(moment) || say('unknown')
}
