import { apt, canInstall, findPython, hasProgram } from './programs.ts'

/** What the tests need of Debian beside a browser, and the setting by which a run fails without it. */
const PROGRAMS = [
  {
    packages: ['pgbouncer'],
    tests: 'the test behind a pooler',
    required: 'REQUIRE_POOLER',
    isThere: () => hasProgram('pgbouncer'),
  },
  {
    packages: ['spin', 'gcc', 'libc6-dev'],
    tests: 'tests of the model of requests',
    required: 'REQUIRE_MODEL',
    isThere: () => hasProgram('spin') && hasProgram('gcc'),
  },
  {
    packages: ['python3-cryptography'],
    tests: 'tests of approvals in Python',
    required: 'REQUIRE_CRYPTOGRAPHY',
    isThere: () => findPython('import cryptography') !== undefined,
  },
] as const

/** Installs what is missing; says in one line each where that cannot be. */
function main(): void {
  for (const { packages, tests, required, isThere } of PROGRAMS) {
    if (isThere()) continue
    const reason = canInstall()
      ? (apt('update') ?? apt('install', '-y', '--no-install-recommends', ...packages))
      : 'it was not found'
    if (isThere()) continue
    if (process.env[required] !== '1') {
      console.log(`${tests} were not run, for want of ${packages[0]}: ${reason}`)
      continue
    }
    console.error(`${required}=1, but there is no ${packages[0]}: ${reason}`)
    process.exitCode = 1
  }
}

main()
