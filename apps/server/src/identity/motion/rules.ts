/** Scans that count in one UTC day. */
export const MAX_SCANS_PER_DAY = 3

/** Gains that count in one UTC day. */
export const MAX_GAINS_PER_DAY = 3
