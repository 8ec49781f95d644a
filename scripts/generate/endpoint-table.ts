import { ENDPOINTS, type Endpoint } from '@stillhere/contract'
import { tableFile } from './table-file.ts'
import { nameOf } from './tables.ts'

/** The client's table of endpoints: the contract itself would bring its schemas into every page. */
export const ENDPOINT_TABLE_FILE = tableFile('packages/client/src/http/endpoint-table.ts', 'ENDPOINT_TABLE', () =>
  // A stream of events is no answer to wait for.
  ENDPOINTS.filter((one) => !one.isStream).map(writeRow),
)

function writeRow(endpoint: Endpoint): string {
  const { method, path, access, accepts = [], repeatable } = endpoint
  const cells = [
    method,
    path,
    access,
    ...(accepts.includes('nodeToken') ? ['token'] : []),
    ...(accepts.includes('siteSecret') ? ['siteSecret'] : []),
    ...(accepts.includes('adminSecret') ? ['adminSecret'] : []),
    ...(repeatable ? ['repeatable'] : []),
  ]
  return `  ${nameOf(endpoint)}: [${cells.map((cell) => `'${cell}'`).join(', ')}],`
}
