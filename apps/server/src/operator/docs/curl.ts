import type { Operation, Parameter } from '@stillhere/contract'

type Call = { method: string; path: string; operation: Operation }

/** A call to paste into a shell; secrets are variables of the shell. */
export function writeCurl({ method, path, operation }: Call, base: string): string {
  const { parameters = [], requestBody, security } = operation
  const body = requestBody?.content['application/json']
  // Of several ways to be let in, the first: an open node needs no token.
  const [way = {}] = security
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quote(`${base}${fillPath(path)}${writeQuery(parameters)}`)}`,
    ...('adminSecret' in way ? ['-H "x-admin-secret: $ADMIN_SECRET"'] : []),
    ...('nodeToken' in way ? ['-H "authorization: Bearer $NODE_TOKEN"'] : []),
    ...('siteSecret' in way ? ['-H "authorization: Bearer $SITE_SECRET"'] : []),
    ...('checkToken' in way ? ['-H "authorization: Bearer $CHECK_TOKEN"'] : []),
    ...('deleteToken' in way ? ['-H "authorization: Bearer $DELETE_TOKEN"'] : []),
    ...(body ? ["-H 'content-type: application/json'", `-d ${quote(JSON.stringify(body.example ?? {}))}`] : []),
  ]
  return lines.join(' \\\n  ')
}

function fillPath(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '1')
}

function writeQuery(parameters: readonly Parameter[]): string {
  const wanted = parameters.filter((one) => one.in === 'query' && one.required)
  const pairs = wanted.map(({ name, schema }) => `${name}=${(schema as { examples?: string[] }).examples?.[0] ?? ''}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
