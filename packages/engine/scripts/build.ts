import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '..', 'dist')
const JSON_IMPORT = / from '([^']*)\.json' with \{ type: 'json' \}/g

// Node 20 and older browsers cannot import JSON, so the built package contains each model as a JavaScript module.
// JSON.parse of a string is much faster than the same object as source.
for (const file of globSync('model/*.json', { cwd: DIST })) {
  const path = join(DIST, file)
  const model = readFileSync(path, 'utf8').trim()
  writeFileSync(path.replace(/json$/, 'js'), `export default JSON.parse(${JSON.stringify(model)})\n`)
  rmSync(path)
}

for (const file of globSync('**/*.js', { cwd: DIST })) {
  const path = join(DIST, file)
  const text = readFileSync(path, 'utf8')
  const plain = text.replaceAll(JSON_IMPORT, " from '$1.js'")
  if (/ from '[^']*\.json'/.test(plain)) throw new Error(`${file} still imports JSON`)
  if (plain !== text) writeFileSync(path, plain)
}
