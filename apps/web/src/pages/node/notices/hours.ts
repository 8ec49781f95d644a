import type { OutputOf } from '@stillhere/client/http'
import { say } from '../../../words/speak.ts'

/** Quiet hours as they stand in the form. */
export type Hours = NonNullable<OutputOf<'getNotices'>['quiet']>

/** What the form begins with: what is saved, or a night where this browser is. */
export function startHours(saved: Hours | null): Hours {
  return saved ?? { from: '22:00', to: '07:00', time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}

/** What is wrong with quiet hours before they are sent. */
export function findHourErrors({ from, to }: Hours): Partial<Record<'from' | 'to', string>> {
  if (from === '') return { from: say('Choose a time.') }
  if (to === '') return { to: say('Choose a time.') }
  return from === to ? { to: say('Choose a time that differs from the first.') } : {}
}

/** The time zones to choose from; the chosen one is among them, also where this browser calls it otherwise. */
export function listZones(chosen: string): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return known.includes(chosen) ? known : [chosen, ...known]
}
