/** Throws, naming the section, where there is too little to learn it from: a model of nothing would be full of NaN. */
export function requireEnough(section: string, what: string, found: number, least: number): void {
  if (found < least) throw new Error(`cannot train ${section}: ${found} ${what}, at least ${least} are needed`)
}
