/** The setting of services under test: their people are made up, and a service that refuses simulations would refuse them. */
export const TAKES_SYNTHETIC_PEOPLE = { REFUSE_SIMULATION: 'no' }

/**
 * Of the strokes that services of tests ask for. One strange row of arrows in a thousand would make a willing person fail, in another
 * test on each run.
 */
export const STROKES_SEED = 2027
