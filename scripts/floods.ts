import { capture } from './floods/captures.ts'
import { guess } from './floods/guesses.ts'
import { overload, overloadBare } from './floods/overload.ts'
import { goThroughPooler } from './floods/pooler.ts'
import { openSockets } from './floods/sockets.ts'
import { TABLE } from './floods/table.ts'
import { upload } from './floods/uploads.ts'
import { type Row, runParts } from './named-parts.ts'

/** What comes too much of, by the name that picks one of them: `npm run floods -- overload`. */
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
