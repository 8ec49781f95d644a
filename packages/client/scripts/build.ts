import { join } from 'node:path'
import { writeBrowserBundles } from './browser-bundles.ts'
import { writeCameraAssets } from './camera-assets.ts'

// Runs after tsc has written dist/.
const DIST = join(import.meta.dirname, '..', 'dist')

await writeCameraAssets(join(DIST, 'camera', 'assets'))
await writeBrowserBundles(DIST)
