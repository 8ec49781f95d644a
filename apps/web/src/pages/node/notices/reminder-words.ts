import { say } from '../../../words/speak.ts'

/** What is said of reminders. */
export const REMINDER_WORDS = {
  title: say('Streak reminder'),
  lead: say('If you like, your devices can tell you on the day your streak would end. At most once a day, and rarely.'),
  wanted: say('Remind me before my streak ends'),
  at: say('At'),
  zone: (zone: string) =>
    say('By the clocks of {zone}. Not during your quiet hours.', { zone: zone.replaceAll('_', ' ') }),
  devices: say('It comes on the devices listed above.'),
  save: say('Save reminder'),
  on: say('Saved. We’ll remind you.'),
  off: say('Saved. We won’t remind you.'),
} as const
