import type { Health, ServiceStatus } from '@stillhere/contract'

export type Services = Health['services']

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

/** 127.0.0.0/8 and ::1, also as IPv6 writes IPv4. */
export function isLoopbackAddress(address = ''): boolean {
  return /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address) || address === '::1'
}
