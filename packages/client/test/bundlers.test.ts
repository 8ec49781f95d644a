import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it, vi } from 'vitest'

// Bundling takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const ROOT = join(import.meta.dirname, '..', '..', '..')
const BROWSER = join(import.meta.dirname, '..', 'dist', 'browser')

describe('the browser bundles', () => {
  it.each(['stillhere.js', 'element.js', 'camera.js', 'http.js', 'receipt.js', 'worker.js'])(
    'hold %s with its source map',
    (name) => {
      expect(existsSync(join(BROWSER, name))).toBe(true)
      expect(existsSync(join(BROWSER, `${name}.map`))).toBe(true)
    },
  )

  it('import nothing but each other', async () => {
    const { metafile } = await build({
      entryPoints: globSync('*.js', { cwd: BROWSER }).map((name) => join(BROWSER, name)),
      bundle: true,
      write: false,
      metafile: true,
      outdir: BROWSER,
      format: 'esm',
      plugins: [{ name: 'as-they-are', setup: (bundling) => bundling.onResolve({ filter: /^[^./]/ }, bare) }],
    })
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports.map(({ path }) => path))
    expect(imports.length).toBeGreaterThan(5)
    expect(imports.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('B9: the element and the scan hold nothing of the camera, which is a bundle of its own', async () => {
    expect(await sourcesOf('element.js')).not.toContainEqual(expect.stringMatching(/camera[\\/](asset-urls|tracker)/))
    expect(await sourcesOf('stillhere.js')).not.toContainEqual(expect.stringMatching(/camera[\\/](asset-urls|tracker)/))
    expect(await sourcesOf('camera.js')).toContainEqual(expect.stringMatching(/camera[\\/]asset-urls/))
  })

  it('look for the thread and the camera where they lie', () => {
    const named = globSync('*.js', { cwd: BROWSER }).flatMap((name) =>
      [...readFileSync(join(BROWSER, name), 'utf8').matchAll(/new URL\("([^"]+)",import\.meta\.url\)/g)].map(
        ([, at = '']) => at,
      ),
    )
    expect(named).toContain('./worker.js')
    expect(named.filter((at) => !existsSync(join(BROWSER, at)))).toEqual([])
  })
})

/** What one of the bundles was made of, itself and the chunks that it imports, told by their source maps. */
async function sourcesOf(name: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [join(BROWSER, name)],
    bundle: true,
    write: false,
    metafile: true,
    outdir: BROWSER,
    format: 'esm',
  })
  return Object.keys(metafile.inputs).flatMap((path) => {
    const map = join(BROWSER, `${basename(path)}.map`)
    return existsSync(map) ? (JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }).sources : []
  })
}

function bare({ path, kind }: { path: string; kind: string }): undefined {
  if (kind !== 'entry-point') throw new Error(`a browser cannot find ${path}`)
}

describe('the ten lines of the README', () => {
  it('bundled by esbuild from the published packages still register the element', async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: [join(ROOT, 'examples', 'vite-page', 'main.ts')],
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      logLevel: 'silent',
    })
    const inputs = Object.keys(metafile.inputs)
    expect(inputs.filter((path) => path.endsWith('client/dist/element/register.js'))).toHaveLength(1)
    expect(outputFiles[0]?.text.includes('customElements.define(tag')).toBe(true)
    expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([])
  })
})

it('the element can be imported where there is no page, and does nothing there', () => {
  const script =
    "const { ScanElement, defineScanElement } = await import('@stillhere/client/element'); defineScanElement(); console.log(typeof ScanElement)"
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(said.trim()).toBe('function')
})
