import { type ExitCode, type Io, refuseWork, refuseInput } from '../src/cli/io.ts'
import { run } from '../src/cli/main.ts'
import { NOW } from './sample-receipts.ts'

/** Objects are written as JSON. */
type FileContent = string | Uint8Array | object

/** What a command line finds: files by name, standard input, permissions, environment. */
export type World = {
  files?: Record<string, FileContent>
  stdin?: string | object
  modes?: Record<string, number>
  secretKey?: string
  colors?: boolean
}

export type Run = { exitCode: ExitCode; output: string; errors: string; created: Record<string, string> }

/** Runs the command line in a world of its own, at the time of the samples. */
export async function runCli(args: readonly string[], world: World = {}): Promise<Run> {
  const seen = { output: '', errors: '', created: {} as Record<string, string> }
  const exitCode = await run(args, fakeIo(world, seen))
  return { exitCode, ...seen }
}

/** Judges r.json, which holds the given content. */
export function verifyFile(content: FileContent, args: string[] = [], files: World['files'] = {}): Promise<Run> {
  return runCli(['verify', 'r.json', ...args], { files: { 'r.json': content, ...files } })
}

/** The first line of the output that starts like this. */
export function findLine({ output }: Run, start: string): string | undefined {
  return output.split('\n').find((line) => line.startsWith(start))
}

function fakeIo(
  { files = {}, stdin = '', modes = {}, secretKey, colors = false }: World,
  seen: Omit<Run, 'exitCode'>,
): Io {
  return {
    readFile: async (path) => {
      const content = files[path]
      if (content === undefined) throw refuseInput(path, 'no such file or folder')
      return toBytes(content)
    },
    readStdin: async () => toBytes(stdin),
    modeOf: async (path) => modes[path],
    createSecretFile: async (path, text) => {
      if (path in files) throw refuseWork(`${path}: is there already and is not overwritten`)
      seen.created[path] = text
    },
    write: (text) => {
      seen.output += text
    },
    writeError: (text) => {
      seen.errors += text
    },
    colors,
    secretKey,
    now: () => NOW,
    random: (length) => new Uint8Array(length).fill(1),
    version: () => '9.8.7',
  }
}

function toBytes(content: FileContent): Uint8Array {
  if (content instanceof Uint8Array) return content
  return new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content))
}
