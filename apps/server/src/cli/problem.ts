/** A command line that cannot be understood. */
export class UsageProblem extends Error {}
