import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'

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
