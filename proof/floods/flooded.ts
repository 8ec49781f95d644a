import { liftLimits, type RunningService, type ServiceOptions, startService } from '../world/service.ts'

// What all callers share; the limits of addresses and people stay as they are.
const LIMITS = liftLimits(['declare.origin', 'declare.all', 'code.send.all'])

/** Starts a service to be flooded; its log is thrown away. */
export function startFlooded({ env = {}, ...more }: ServiceOptions = {}): Promise<RunningService> {
  return startService({ env: { LIMITS, LOG_FORMAT: 'json', LOG_LEVEL: 'info', ...env }, isQuiet: true, ...more })
}
