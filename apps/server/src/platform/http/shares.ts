/** What requests take until they are answered, in all and by the address that they come from. */
export type Shares = {
  taken: () => number
  takenBy: (address: string) => number
  /** Takes some and returns a function that gives it back. */
  take: (address: string, amount: number) => () => void
}

/** One address may take a quarter: otherwise a few connections on which nothing arrives would keep everybody out. */
const SHARE_OF_ADDRESS = 1 / 4

/** Whether an address that has taken so much may take more; one request it may have in any case. */
export function fitsShare(amount: number, { taken, limit }: { taken: number; limit: number }): boolean {
  return taken === 0 || taken + amount <= limit * SHARE_OF_ADDRESS
}

export function createShares(): Shares {
  const byAddress = new Map<string, number>()
  let all = 0
  const takenBy = (address: string) => byAddress.get(address) ?? 0
  const add = (address: string, amount: number) => {
    const taken = takenBy(address) + amount
    if (taken === 0) byAddress.delete(address)
    else byAddress.set(address, taken)
    all += amount
  }
  return {
    taken: () => all,
    takenBy,
    take: (address, amount) => {
      add(address, amount)
      return () => add(address, -amount)
    },
  }
}
