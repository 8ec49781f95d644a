type Turning = { rz?: number }

// A step of a browser's rounding in every third reading: too little to matter, enough that the mark is gone.
const STEP = 0.1
const EVERY = 3

/** Motion of the testing kit without its mark, for tests of a service that takes no tests. */
export function removeMark<Answer extends { imuSamples: Turning[] }>(answer: Answer): Answer {
  const imuSamples = answer.imuSamples.map((sample, i) =>
    i % EVERY === 0 ? { ...sample, rz: (sample.rz ?? 0) + STEP } : sample,
  )
  return { ...answer, imuSamples }
}

/** For pages: `removeMarkOf(mover)` is the same mover without the mark. */
export const REMOVE_MARK_OF_MOVER = `
  const removeMarkOf = (mover) => ({
    see: (shown, ms) => mover.see(shown, ms),
    feel: (ms) => {
      const reading = mover.feel(ms)
      return Math.floor(ms * 0.06) % ${EVERY} === 0 ? { ...reading, rz: reading.rz + ${STEP} } : reading
    },
  })
`
