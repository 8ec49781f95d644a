import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { listPackedFiles, PACKAGE_FOLDERS } from '../../scripts/packages.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** What only the endpoint of proofs, its process and its settings hold. */
const MARKS = /proofs ask|PROOF_(?:TIME|LIMITS|PATCH)|openProofEndpoint|proof-(?:endpoint|process)/

/** The folders that deploy/Dockerfile copies into the image from the build. */
const COPIED = [...read('deploy/Dockerfile').matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(
  ([, path = '']) => path,
)

/** Code; pages of the docs may name the endpoint. */
const isCode = (path: string) => /\.(?:[cm]?[jt]sx?|wasm)$/.test(path)

function findMarked(paths: readonly string[]): string[] {
  return paths.filter((path) => MARKS.test(read(path)))
}

function listFiles(folder: string): string[] {
  const all = globSync(`${folder}/**`, { cwd: ROOT, withFileTypes: true }).filter((entry) => entry.isFile())
  return all.map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)))
}

describe('the endpoint of proofs is in nothing that ships', () => {
  it('is recognized where it is', () => {
    const files = ['apps/server/test/proof-endpoint.ts', 'apps/server/test/proof-process.ts', 'proof/world/service.ts']
    expect(findMarked(files)).toEqual(files)
  })

  it('is in no folder of the image and in no build', () => {
    expect(COPIED).toContain('apps/server/src')
    const builds = globSync('{apps,packages}/*/dist', { cwd: ROOT })
    const files = [...COPIED, ...builds].flatMap(listFiles).filter(isCode)
    expect(files).toContain('apps/server/src/app/app.ts')
    expect(findMarked(files)).toEqual([])
  })

  it('is in no file that npm packs', () => {
    const packed = [...listPackedFiles(ROOT, PACKAGE_FOLDERS)].flatMap(([folder, paths]) =>
      paths.map((path) => relative(ROOT, join(folder, path))),
    )
    expect(packed).toContain('packages/receipt/package.json')
    expect(findMarked(packed)).toEqual([])
  })

  it('is reached by no import of the service: a bundle of it holds no file of a test and none of proof/', async () => {
    const { metafile } = await build({
      entryPoints: ['main.ts', 'cli/main.ts', 'app.ts', 'listen.ts'].map((file) =>
        join(ROOT, 'apps/server/src/app', file),
      ),
      absWorkingDir: ROOT,
      outdir: 'unwritten',
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      conditions: ['stillhere-source'],
      external: ['node-linux-*'],
      packages: 'external',
    })
    const inputs = Object.keys(metafile.inputs)
    expect(inputs).toContain('apps/server/src/app/app.ts')
    expect(inputs.filter((path) => /(?:^|\/)(?:test|proof)\//.test(path))).toEqual([])
  })
})
