import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { listPackedFiles, PACKAGE_FOLDERS } from './packages.ts'
import { run } from './run.ts'

const ROOT = join(import.meta.dirname, '..')

for (const [folder, paths] of listPackedFiles(ROOT, PACKAGE_FOLDERS)) {
  const problems = await findProblems(folder, paths)
  console.log(`${relative(ROOT, folder)}: ${paths.length} files packed`, ...problems.map((problem) => `\n  ${problem}`))
  if (problems.length > 0) process.exitCode = 1
}

// A server whose TypeScript knows nothing of pages must compile with all that it may import.
run('tsc', ['-p', join(ROOT, 'packages', 'client', 'test', 'without-dom'), '--checkers', '1'])

/** What is wrong with a package as it is published: a file that it names but does not pack is not there. */
async function findProblems(folder: string, paths: readonly string[]): Promise<string[]> {
  const files = paths.map((path) => ({ name: join(folder, path), data: readFileSync(join(folder, path)) }))
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: { files } })
  return messages.map((message) => formatMessage(message, pkg) ?? message.code)
}
