import { type LockFile, listRunTimePlaces } from './lock-file.ts'

type Component = { 'bom-ref': string; name: string; purl: string; version: string; licenses?: unknown[] }

/** A bill of materials as CycloneDX 1.5 writes it: the members that are looked at here. */
export type Bill = {
  serialNumber: string
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** What a bill is about: its own package, and the places in the lock file that it is made of. */
export type Product = { name: string; places: readonly string[] }

/**
 * What of npm's bill of the whole repository runs with one product. npm's own choice (`--workspace`, `--omit dev`) leaves out whatever
 * another workspace uses for its tests: Fastify would be missing in the bill of the service.
 */
export function selectBill(whole: Bill, locked: LockFile, { name, places }: Product): Bill {
  const refs = new Set(listRunTimePlaces(locked, places).map((place) => writeRef(place, locked, whole)))
  const own = whole.components.find((one) => nameIn(one) === name)
  if (own === undefined) throw new Error(`${name} is not in npm's bill`)
  const kept = whole.components.filter((one) => refs.has(one['bom-ref']) && one !== own).map(nameFully)
  return {
    ...whole,
    serialNumber: `urn:uuid:${crypto.randomUUID()}`,
    metadata: { ...whole.metadata, component: nameFully(own) },
    components: kept,
    dependencies: whole.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  }
}

function writeRef(place: string, locked: LockFile, whole: Bill): string {
  const { name = place.replace(/^.*node_modules\//, ''), version = '' } = locked[place] ?? {}
  const ref = `${name}@${version}`
  if (!whole.components.some((one) => one['bom-ref'] === ref)) throw new Error(`${place} is not in npm's bill`)
  return ref
}

// npm calls a workspace by its folder.
function nameFully(component: Component): Component {
  return { ...component, name: nameIn(component) }
}

function nameIn(component: Component): string {
  return component['bom-ref'].replace(/@[^@]*$/, '')
}
