import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const OS_RELEASE = '/etc/os-release'
// Another script may be installing something.
const WAIT = ['-o', 'DPkg::Lock::Timeout=300']

/** Returns true if programs can be installed here without a prompt: as root, on Debian. */
export function canInstall(): boolean {
  if (process.getuid?.() !== 0 || !existsSync(OS_RELEASE)) return false
  return /^ID="?debian"?$/m.test(readFileSync(OS_RELEASE, 'utf8'))
}

/** Runs apt-get; returns why it failed, or undefined. */
export function apt(...step: string[]): string | undefined {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr, error } = spawnSync('apt-get', ['-q', ...WAIT, ...step], { env, encoding: 'utf8' })
  return status === 0 ? undefined : `apt-get ${step[0]} failed: ${(error?.message ?? stderr).trim().split('\n').at(-1)}`
}

/** Returns true if a program is on the PATH. */
export function hasProgram(name: string): boolean {
  return spawnSync(name, ['-V'], { stdio: 'ignore' }).error === undefined
}

/** The folder of the Python package, from which it can be imported without being installed. */
export const PYTHON_PACKAGE = join(import.meta.dirname, '..', 'packages', 'receipt-python')

/** The environment in which python3 finds the package and leaves no byte code beside the sources. */
export function pythonEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, PYTHONPATH: PYTHON_PACKAGE, PYTHONDONTWRITEBYTECODE: '1' }
}

/** The environment of a Python that has no package `cryptography`, whatever is installed. */
export function environmentWithoutCryptography(): NodeJS.ProcessEnv {
  const folders = [join(PYTHON_PACKAGE, 'tests', 'without_cryptography'), PYTHON_PACKAGE]
  return { ...pythonEnvironment(), PYTHONPATH: folders.join(delimiter) }
}

/** Finds the Python that can do this: the one on the PATH, or Debian's, for which apt-get installs packages. */
export function findPython(code = 'pass'): string | undefined {
  const commands = ['python3', '/usr/bin/python3']
  return commands.find((command) => spawnSync(command, ['-c', code], { stdio: 'ignore' }).status === 0)
}

/** Whether python3 can do this; says in one line which tests are not run where it cannot. */
export function canPython(code: string, tests: string): boolean {
  if (spawnSync('python3', ['-c', code], { stdio: 'ignore' }).status === 0) return true
  console.warn(`${tests} were not run: python3 is not on the PATH, or cannot run "${code}"`)
  return false
}
