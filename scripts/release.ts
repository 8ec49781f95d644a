import { parseArgs } from 'node:util'
import { PACKAGE_FOLDERS } from './packages.ts'
import { listObstacles, readCandidate } from './release/candidate.ts'
import { type Packed, publishPackage } from './release/publish.ts'
import { run } from './run.ts'

const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, publish: { type: 'boolean' }, repository: { type: 'string' } },
})
const dryRun = values['dry-run'] === true
if (dryRun === (values.publish === true)) end('Say --dry-run to see what would be published, or --publish.')
// Provenance says which workflow built a package; npm makes it only there.
if (!dryRun && process.env['GITHUB_ACTIONS'] !== 'true') end('A release is made by the workflow in deploy/github.')

const { repository } = values
const candidate = readCandidate({
  ...(repository === undefined ? {} : { repository }),
  today: new Date().toISOString().slice(0, 10),
})
const obstacles = listObstacles(candidate)
if (obstacles.length > 0 && !dryRun) end(obstacles.join('\n'))

run('npm', ['run', '--silent', 'build'])
run('npm', ['run', '--silent', 'packaging'])
const address = candidate.repository ?? 'https://unknown.example/owner/name'
for (const folder of PACKAGE_FOLDERS)
  console.log(describePacked(publishPackage(folder, { repository: address, dryRun })))
if (obstacles.length > 0) end(`Not ready:\n${obstacles.map((one) => `- ${one}`).join('\n')}`)
console.log(dryRun ? `${candidate.version} is ready.` : `${candidate.version} is published.`)

function describePacked({ name, version, size, unpackedSize, entryCount }: Packed): string {
  const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1000)} kB`.padStart(9)
  return `${name.padEnd(20)} ${version}  ${kilobytes(size)} packed ${kilobytes(unpackedSize)} unpacked  ${entryCount} files`
}

function end(words: string): never {
  console.error(words)
  process.exit(1)
}
