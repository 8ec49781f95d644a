import type { Health, ServiceStatus } from '@stillhere/contract'
import type { EngineStatus } from '@stillhere/engine'

export type Services = Health['services']

/** Whether the compiled motion engine runs; without it everything works, only slower. What went wrong stays inside. */
export function engineHealth({ kernel, ready, loadMs }: EngineStatus): ServiceStatus {
  if (kernel !== 'typescript') return { ok: true, latency_ms: Math.round(loadMs ?? 0), error: '' }
  const error = ready ? 'the compiled engine does not load; the slower one runs' : 'the compiled engine is being loaded'
  return { ok: false, latency_ms: 0, error }
}

const NO_CALIBRATION: Health['calibration'] = { active: false, source: 'default', sessions_collected: 0 }

/** The answer of GET /api/health: healthy when every part is. A calibration that cannot be read is null. */
export function toHealth(services: Services, calibration: Health['calibration'] | null, now: Date): Health {
  const everyPartOk = services.datastore.ok && services.wasm.ok && calibration !== null
  return {
    status: everyPartOk ? 'healthy' : 'degraded',
    timestamp: now.toISOString(),
    services,
    calibration: calibration ?? NO_CALIBRATION,
  }
}
