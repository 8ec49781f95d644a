import { apt, canInstall } from './debian.ts'
import { hasPgBouncer } from './pgbouncer.ts'
import { findPython } from './python.ts'

/** What the tests need of Debian beside a browser, and the setting by which a run fails without it. */
const PROGRAMS = [
  { name: 'pgbouncer', tests: 'the test behind a pooler', required: 'REQUIRE_POOLER', isThere: hasPgBouncer },
  {
    name: 'python3-cryptography',
    tests: 'tests of approvals in Python',
    required: 'REQUIRE_CRYPTOGRAPHY',
    isThere: () => findPython('import cryptography') !== undefined,
  },
] as const

/** Installs what is missing; says in one line each where that cannot be. */
function main(): void {
  for (const { name, tests, required, isThere } of PROGRAMS) {
    if (isThere()) continue
    const reason = canInstall()
      ? (apt('update') ?? apt('install', '-y', '--no-install-recommends', name))
      : 'it was not found'
    if (isThere()) continue
    if (process.env[required] !== '1') {
      console.log(`${tests} were not run, for want of ${name}: ${reason}`)
      continue
    }
    console.error(`${required}=1, but there is no ${name}: ${reason}`)
    process.exitCode = 1
  }
}

main()
