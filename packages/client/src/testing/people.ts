export { type SyntheticPerson, syntheticPerson } from '@stillhere/engine/synthetic'

/** Numbers of synthetic people who hold the phone well enough to pass at the first try, on a slow machine too. */
export const STEADY_PEOPLE = [57, 42, 8] as const
