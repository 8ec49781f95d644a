const TIME_OUT_MS = 5000
const MAX_BYTES = 65_536

/** What an Ethereum node answered: a result, or that the call failed there, or that nothing useful came. */
export type RpcAnswer = { outcome: 'result'; result: unknown } | { outcome: 'refused' } | { outcome: 'silent' }

/** Calls a method of a JSON-RPC 2.0 server over HTTP; never throws. */
export async function callRpc(
  url: string,
  method: string,
  params: unknown[],
  timeOutMs = TIME_OUT_MS,
): Promise<RpcAnswer> {
  try {
    const answer = await fetch(withoutCredentials(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...writeAuthorization(url) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeOutMs),
    })
    // Some servers send a failed call with another status than 200.
    return read(JSON.parse(await readText(answer)))
  } catch {
    return { outcome: 'silent' }
  }
}

function read(answer: unknown): RpcAnswer {
  if (typeof answer !== 'object' || answer === null) return { outcome: 'silent' }
  if ('error' in answer && answer.error) return { outcome: 'refused' }
  return 'result' in answer ? { outcome: 'result', result: answer.result } : { outcome: 'silent' }
}

async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > MAX_BYTES) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

// fetch takes no user and password in the URL.
function withoutCredentials(text: string): URL {
  const url = new URL(text)
  url.username = ''
  url.password = ''
  return url
}

function writeAuthorization(text: string): Record<string, string> {
  const { username, password } = new URL(text)
  if (username === '' && password === '') return {}
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  return { authorization: `Basic ${credentials.toString('base64')}` }
}
