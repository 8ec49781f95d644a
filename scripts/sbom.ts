import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'reports', 'sbom')

type Component = { 'bom-ref': string; name: string; properties?: { name: string }[] }
type Bill = { components: Component[]; dependencies: { ref: string; dependsOn: string[] }[] }

/**
 * Returns npm's bill of materials (CycloneDX) without packages that only build or test. npm's own `--omit dev` can't be used: it also drops
 * packages that run with one workspace and test another, such as Fastify.
 */
export function createBill(): Bill {
  // From the lock file alone: it needs no network, and names the packages of every platform.
  const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const bill: Bill = JSON.parse(text)
  const components = bill.components.filter(isShipped)
  const refs = new Set(components.map((component) => component['bom-ref']))
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  return { ...bill, components, dependencies }
}

// The client builds the camera from files of MediaPipe, which it therefore ships.
function isShipped({ name, properties = [] }: Component): boolean {
  return (
    name.startsWith('@mediapipe/') || properties.every((property) => property.name !== 'cdx:npm:package:development')
  )
}

if (import.meta.main) {
  const bill = createBill()
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, 'stillhere.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`${bill.components.length} packages in reports/sbom/stillhere.cdx.json`)
}
