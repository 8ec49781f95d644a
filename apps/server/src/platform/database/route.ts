import { Client } from 'pg'

/** Which of several hosts takes the connections. */
export type Route = {
  /** Where new connections go. */
  here: () => string
  /** Looks which host takes writes now. Whoever asks while somebody looks waits for the same answer. */
  search: () => Promise<void>
}

const ANSWER_MS = 2000

/** Goes to the first of these addresses, until a search finds that another one takes writes. */
export function createRoute(urls: readonly string[], takesWrites = asksForWrites): Route {
  let here = urls[0] ?? ''
  let searching: Promise<void> | undefined
  const search = async () => {
    here = await Promise.any(urls.map(async (url) => demandWrites(url, takesWrites))).catch(() => here)
    searching = undefined
  }
  return {
    here: () => here,
    search: async () => {
      if (urls.length > 1) await (searching ??= search())
    },
  }
}

async function demandWrites(url: string, takesWrites: (url: string) => Promise<boolean>): Promise<string> {
  if (await takesWrites(url)) return url
  throw new Error('it only reads')
}

async function asksForWrites(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS })
  // Without a listener, a connection that is lost would end this process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only')
    return rows[0]?.transaction_read_only === 'off'
  } finally {
    void client.end().catch(() => {})
  }
}
