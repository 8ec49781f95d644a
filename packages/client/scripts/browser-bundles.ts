import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'

/** What a page without a bundler can name, and the thread's script, which must lie beside it. */
const ENTRIES = {
  stillhere: 'index.js',
  element: 'element/index.js',
  camera: 'camera/index.js',
  http: 'http/index.js',
  receipt: 'receipt/index.js',
  worker: 'live/worker.js',
}

/** Writes `browser/*.js` into the built package: modules for `<script type="module">` that need nothing else. */
export async function writeBrowserBundles(dist: string): Promise<void> {
  const entries = Object.entries(ENTRIES).map(([name, file]) => ({ out: name, in: join(dist, file) }))
  await build({
    entryPoints: entries,
    outdir: join(dist, 'browser'),
    absWorkingDir: dist,
    bundle: true,
    splitting: true,
    // Flat, because the thread's script and the camera's files are looked for from where a chunk lies.
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    sourcemap: true,
    charset: 'utf8',
    logLevel: 'warning',
    plugins: [shareCameraAssets()],
  })
}

/** The camera's model is large; the bundles use the one that the package has already. */
function shareCameraAssets(): Plugin {
  return {
    name: 'shared-camera-assets',
    setup(bundling) {
      bundling.onLoad({ filter: /camera[\\/]asset-urls\.js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8')
        if (!text.includes("'./assets/")) throw new Error(`${path} does not name the camera's assets any more`)
        return { contents: text.replaceAll("'./assets/", "'../camera/assets/") }
      })
    },
  }
}
