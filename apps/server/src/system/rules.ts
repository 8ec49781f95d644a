/** How one part of the service does; error is "" when it is ok. */
export type ServiceStatus = { ok: boolean; latency_ms: number; error: string }

export type Services = { datastore: ServiceStatus; wasm: ServiceStatus }

export type Health = {
  status: 'healthy' | 'degraded'
  timestamp: string
  services: Services
  calibration: { active: boolean; source: 'default' | 'calibration'; sessions_collected: number }
}

/** The state of a part that this version does not have. */
export const NOT_BUILT: ServiceStatus = { ok: false, latency_ms: 0, error: 'not built yet' }

/** The answer of GET /api/health: healthy when every part is. */
export function healthOf(services: Services, now: Date): Health {
  const everyPartOk = services.datastore.ok && services.wasm.ok
  return {
    status: everyPartOk ? 'healthy' : 'degraded',
    timestamp: now.toISOString(),
    services,
    calibration: { active: false, source: 'default', sessions_collected: 0 },
  }
}
