import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Loaded before the service: a process with NEXT_MIGRATIONS is of the next version, whose migrations lie in that folder.
const FOLDER = "join(import.meta.dirname, 'migrations')"

registerHooks({
  load(url, context, next) {
    if (!url.endsWith('/apps/server/src/database/migrate.ts')) return next(url, context)
    const source = readFileSync(fileURLToPath(url), 'utf8')
    if (!source.includes(FOLDER)) throw new Error('migrate.ts names its folder in another way')
    const folder = JSON.stringify(process.env['NEXT_MIGRATIONS'])
    return { format: 'module-typescript', source: source.replace(FOLDER, () => folder), shortCircuit: true }
  },
})
