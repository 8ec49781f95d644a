#!/usr/bin/env -S node --conditions=stillhere-source --max-semi-space-size=4
import { enableCompileCache } from 'node:module'

// Before anything else is imported: an older Node would only complain about the first line of TypeScript.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(`Stillhere needs Node 24 or later; this is ${process.version}. npx stillhere finds the right one.`)
  process.exit(1)
}
// From the second start on, no TypeScript has to be read: half the time and 20 MB less.
enableCompileCache()
const { main } = await import('../src/cli/main.ts')
await main(process.argv.slice(2))
