import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Patch } from './service.ts'

// Loaded before the service: changes the source of one of its files as it is read.
const { file, from, to } = JSON.parse(process.env['PROOF_PATCH'] ?? '{}') as Patch

registerHooks({
  load(url, context, next) {
    if (!url.endsWith(`/apps/server/src/${file}`)) return next(url, context)
    const source = readFileSync(fileURLToPath(url), 'utf8')
    if (source.split(from).length !== 2) throw new Error(`${file} does not hold this once: ${from}`)
    return { format: 'module-typescript', source: source.replace(from, () => to), shortCircuit: true }
  },
})
