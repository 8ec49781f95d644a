import { say } from '../../../words/speak.ts'
/** What the tab Receipts says. */
export const WORDS = {
  records: say('What the service recorded'),
  recordsText: say(
    'When each receipt was given out, and whether it was revoked. The service keeps no receipt itself, so there’s nothing to download here.',
  ),
  noRecords: say('No receipts yet.'),
  revoked: say('The receipt is revoked.'),
  earlier: say('Show earlier ones'),
  isHere: say('On this device'),
  isElsewhere: say('Not on this device'),
} as const
