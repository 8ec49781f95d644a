import { type Row, runParts } from '../world/parts.ts'
import { capture } from './captures.ts'
import { guess } from './guesses.ts'
import { overload, overloadBare } from './overload.ts'
import { goThroughPooler } from './pooler.ts'
import { openSockets } from './sockets.ts'
import { TABLE } from './table.ts'
import { upload } from './uploads.ts'

/** The floods by name: `npm run floods -- overload` runs one. */
const FLOODS: Record<string, () => Promise<Row[]>> = {
  sockets: openSockets,
  overload,
  'overload-bare': overloadBare,
  uploads: upload,
  guesses: guess,
  captures: capture,
  pooler: goThroughPooler,
}

await runParts(process.argv.slice(2), { called: 'flood', parts: FLOODS, table: TABLE })
process.exit()
