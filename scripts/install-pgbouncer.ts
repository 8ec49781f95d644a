import { apt, canInstall } from './debian.ts'
import { hasPgBouncer } from './pgbouncer.ts'

const ABSENT = 'no pgbouncer was found'

/** Installs Debian's PgBouncer for the test behind a pooler; says in one line where that cannot be. */
function main(): void {
  if (hasPgBouncer()) return
  const reason = canInstall() ? (apt('update') ?? apt('install', '-y', '--no-install-recommends', 'pgbouncer')) : ABSENT
  if (hasPgBouncer()) return
  if (process.env['REQUIRE_POOLER'] !== '1') return console.log(`the test behind a pooler was not run: ${reason}`)
  console.error(`REQUIRE_POOLER=1, but there is no pooler: ${reason}`)
  process.exitCode = 1
}

main()
