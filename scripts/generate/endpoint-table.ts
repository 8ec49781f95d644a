import { ENDPOINTS, type Endpoint } from '@stillhere/contract'
import { nameOf } from './tables.ts'

const FILE = 'packages/client/src/http/endpoint-table.ts'

/** The client's table of endpoints: the contract itself would bring its schemas into every page. */
export const ENDPOINT_TABLE_FILE = { path: FILE, rowsOf }

/** The file with the rows that the contract gives. */
function rowsOf(text: string): string {
  const start = text.indexOf('export const ENDPOINT_TABLE = {\n')
  const end = text.indexOf('\n} as const', start)
  if (start < 0 || end < 0) throw new Error(`${FILE} has no ENDPOINT_TABLE`)
  const head = text.slice(0, text.indexOf('\n', start) + 1)
  return `${head}${ENDPOINTS.map(rowOf).join('\n')}${text.slice(end)}`
}

function rowOf(endpoint: Endpoint): string {
  const { method, path, access, accepts = [], repeatable } = endpoint
  const cells = [
    method,
    path,
    access,
    ...(accepts.includes('nodeToken') ? ['token'] : []),
    ...(accepts.includes('adminSecret') ? ['adminSecret'] : []),
    ...(repeatable ? ['repeatable'] : []),
  ]
  return `  ${nameOf(endpoint)}: [${cells.map((cell) => `'${cell}'`).join(', ')}],`
}
