/** As long as a step may take at the live pace: beyond this an arrow would come too late now and then. */
export const QUICK_MS = 400

/** How long the newest calls to a service took. */
export type CallTimes = {
  add: (ms: number) => void
  /** Whether at most one of the newest ten was too slow for the live pace. */
  areQuick: () => boolean
}

const NEWEST = 10
const known = new WeakMap<object, CallTimes>()

/** The times of a client, which last as long as it does: whoever scans again need not be interrupted again. */
export function findCallTimes(client: object): CallTimes {
  const times = known.get(client) ?? createCallTimes()
  known.set(client, times)
  return times
}

function createCallTimes(): CallTimes {
  let newest: number[] = []
  return {
    add: (ms) => {
      newest = [...newest, ms].slice(-NEWEST)
    },
    areQuick: () => newest.filter((ms) => ms > QUICK_MS).length <= NEWEST / 10,
  }
}
