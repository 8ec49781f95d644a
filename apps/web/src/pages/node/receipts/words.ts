/** What the tab Receipts says. */
export const WORDS = {
  records: 'What the service recorded',
  recordsText:
    'When each receipt was given out, and whether it was revoked. The service keeps no receipt itself, so there’s nothing to download here.',
  noRecords: 'No receipts yet.',
  revoked: 'The receipt is revoked.',
  earlier: 'Show earlier ones',
  isHere: 'On this device',
  isElsewhere: 'Not on this device',
} as const
