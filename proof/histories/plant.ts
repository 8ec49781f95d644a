import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { DEFECTS } from './defects.ts'

// Loaded before the service: changes the source of one file as it is read, where a defect is to be planted.
const defect = DEFECTS.find(({ name }) => name === process.env['DEFECT'])
if (defect?.patch !== undefined) plant(defect.patch)

function plant({ file, from, to }: { file: string; from: string; to: string }): void {
  registerHooks({
    load(url, context, next) {
      if (!url.endsWith(`/apps/server/src/${file}`)) return next(url, context)
      const source = readFileSync(fileURLToPath(url), 'utf8')
      if (source.split(from).length !== 2) throw new Error(`${file} does not hold this once: ${from}`)
      return { format: 'module-typescript', source: source.replace(from, () => to), shortCircuit: true }
    },
  })
}
