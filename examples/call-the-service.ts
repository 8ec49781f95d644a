import { CallError, createClient, NetworkError, ProblemError, pages } from '@stillhere/client/http'

const client = createClient({
  baseUrl: process.env['STILLHERE_URL'] ?? 'http://127.0.0.1:8787',
  token: process.env['STILLHERE_TOKEN'],
  timeoutMs: 5000,
})

try {
  const { humans, agents } = await client.getNodeCount()
  console.log(`${humans} humans and ${agents} agents`)

  // Path, query and body in one object; options in a second one.
  const leaving = new AbortController()
  const { found } = await client.getIdentity({ email: 'ada@example.org' }, { signal: leaving.signal })
  console.log('ada is', found ? 'known' : 'a stranger')

  for await (const { nodes } of pages(client.getPresenceNetwork, { limit: 100 })) {
    for (const { handle, particleLevel } of nodes) console.log(handle, particleLevel)
  }

  // An Idempotency-Key is made and kept through all tries, so this is done once.
  await client.subscribe({ email: 'not an address' })
} catch (error) {
  if (error instanceof ProblemError) {
    console.log(error.status, error.code, error.detail)
    for (const { pointer, message } of error.errors) console.log(pointer, message)
    if (error.retryAfterMs !== undefined) console.log(`try again in ${error.retryAfterMs} ms`)
  } else if (error instanceof NetworkError) {
    console.log(`no service there (${error.attempts} tries)`)
  } else if (error instanceof CallError) {
    console.log(error.kind, error.message)
  } else throw error
}
