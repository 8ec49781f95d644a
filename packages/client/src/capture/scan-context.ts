import type { MotionSource } from './motion-source.ts'
import type { RecordingOptions } from './options.ts'
import type { Platform } from './platform.ts'
import { createReporter, type Reporter } from './reporter.ts'
import { ScanError } from './scan-error.ts'
import type { TaskScope } from './task-scope.ts'

/** What every step of a scan works with. */
export type ScanContext = {
  platform: Platform
  scope: TaskScope
  source: MotionSource
  report: Reporter
}

/** Claims the page for one scan and chooses where motion comes from. */
export function createScanContext(platform: Platform, scope: TaskScope, options: RecordingOptions): ScanContext {
  const release = platform.claim()
  if (release === null) throw new ScanError('busy', 'another scan is running on this page')
  scope.atEnd(release)
  const source = options.source ?? platform.motionSource(options.mode === 'pointer' ? 'pointer' : 'sensors')
  return { platform, scope, source, report: createReporter(source.mode, scope, options.onProgress) }
}
