import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bill, selectBill } from './sbom/bill.ts'
import { readLockFile } from './sbom/lock-file.ts'
import { PRODUCTS } from './sbom/products.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'reports', 'sbom')

// From the lock file alone: it needs no network, and names the packages of every platform.
const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const whole: Bill = JSON.parse(text)
const locked = readLockFile(ROOT)
mkdirSync(FOLDER, { recursive: true })
for (const product of PRODUCTS) {
  const bill = selectBill(whole, locked, product)
  const file = join(FOLDER, `${product.name.replace('@stillhere/', '')}.cdx.json`)
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`${product.name.padEnd(20)} ${String(bill.components.length).padStart(4)} packages  ${file}`)
}
