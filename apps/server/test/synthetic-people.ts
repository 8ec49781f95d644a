/** The setting of services under test: their people are made up, and a service that refuses simulations would refuse them. */
export const TAKES_SYNTHETIC_PEOPLE = { REFUSE_SIMULATION: 'no' }
