import type { Lifetime } from './lifetime.ts'
import type { MotionSource } from './motion-source.ts'
import type { RecordingOptions } from './options.ts'
import { createReporter, type Reporter } from './reporter.ts'
import { ScanError } from './scan-error.ts'
import type { Surroundings } from './surroundings.ts'

/** What every step of a scan works with. */
export type Stage = {
  surroundings: Surroundings
  lifetime: Lifetime
  source: MotionSource
  report: Reporter
}

/** Claims the page for one scan and chooses where motion comes from. */
export function setStage(surroundings: Surroundings, lifetime: Lifetime, options: RecordingOptions): Stage {
  const release = surroundings.claim()
  if (release === null) throw new ScanError('busy', 'another scan is running on this page')
  lifetime.atEnd(release)
  const source = options.source ?? surroundings.motionSource(options.mode === 'pointer' ? 'pointer' : 'sensors')
  return { surroundings, lifetime, source, report: createReporter(source.mode, lifetime, options.onProgress) }
}
