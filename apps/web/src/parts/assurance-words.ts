/** What level 1 shows and what it does not; said wherever a result is explained. */
export const LEVEL_ONE_WORDS =
  'The motion looks like a person’s and answers a fresh challenge. Simulation is not excluded.'
