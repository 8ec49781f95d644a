/** The memory that large bodies take until they are answered, in all and by the address that they come from. */
export type LargeBodyBudget = {
  taken: () => number
  takenBy: (address: string) => number
  /** Takes memory and returns a function that gives it back. */
  take: (address: string, bytes: number) => () => void
}

/** One address may take a quarter of it: otherwise a few connections on which nothing arrives would keep everybody out. */
const SHARE_OF_ADDRESS = 1 / 4

/** Whether an address that has taken so much may take more; one body it may have in any case. */
export function fitsShare(bytes: number, { taken, limit }: { taken: number; limit: number }): boolean {
  return taken === 0 || taken + bytes <= limit * SHARE_OF_ADDRESS
}

export function createLargeBodyBudget(): LargeBodyBudget {
  const byAddress = new Map<string, number>()
  let all = 0
  const takenBy = (address: string) => byAddress.get(address) ?? 0
  const add = (address: string, bytes: number) => {
    const taken = takenBy(address) + bytes
    if (taken === 0) byAddress.delete(address)
    else byAddress.set(address, taken)
    all += bytes
  }
  return {
    taken: () => all,
    takenBy,
    take: (address, bytes) => {
      add(address, bytes)
      return () => add(address, -bytes)
    },
  }
}
