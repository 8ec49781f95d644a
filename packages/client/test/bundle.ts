import { buildSync } from 'esbuild'

export type Bundle = { code: string; inputs: string[]; imports: string[] }

/** Bundles a module's text from the sources of this repository, as a caller's own bundler would. */
export function bundle(contents: string, platform: 'browser' | 'node'): Bundle {
  const { outputFiles, metafile } = buildSync({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    format: 'esm',
    platform,
    target: 'es2022',
    conditions: ['stillhere-source'],
  })
  const [output] = Object.values(metafile.outputs)
  const inputs = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  return {
    code: outputFiles[0]?.text ?? '',
    inputs: inputs.map(([path]) => path),
    imports: (output?.imports ?? []).map(({ path }) => path),
  }
}
