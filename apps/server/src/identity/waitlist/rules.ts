import type { AnswerOf, getWaitlist } from '@stillhere/contract'
import { DAY_MS } from '../../platform/day.ts'
import type { Settings } from '../../platform/settings/settings.ts'

/** After so many days nobody waits any more. */
export const KEPT_DAYS = 90

/** How long the link in a mail is good: to get on the list, and off again. */
export const LINK_MS = 7 * DAY_MS

/** Whether people can ask for an invite here. */
export function decideState({
  invites,
  waitlist,
}: Pick<Settings, 'invites' | 'waitlist'>): AnswerOf<typeof getWaitlist>['state'] {
  return invites === 'open' ? 'not_needed' : waitlist
}
