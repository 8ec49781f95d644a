export { type SyntheticPerson, syntheticPerson } from '@stillhere/engine/synthetic'

/** Numbers of synthetic people who hold the phone well enough to pass at the first try, on a slow machine too. */
export const STEADY_PEOPLE = [42, 3, 8] as const
