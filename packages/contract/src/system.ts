import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, DateTime } from './fields.ts'

export const ServiceStatus = Type.Object({
  ok: Type.Boolean(),
  latency_ms: Type.Number({ minimum: 0 }),
  error: Type.String(),
})
export type ServiceStatus = Static<typeof ServiceStatus>

export const Health = Type.Object({
  status: Type.Enum(['healthy', 'degraded']),
  timestamp: DateTime,
  services: Type.Object({ datastore: ServiceStatus, wasm: ServiceStatus }),
  calibration: Type.Object({ active: Type.Boolean(), source: Type.String(), sessions_collected: Count }),
})
export type Health = Static<typeof Health>

export const getHealth = endpoint({
  area: 'system',
  method: 'GET',
  path: '/api/health',
  summary: 'Returns whether the data store, the engine and the calibration work',
  access: 'public',
  responses: { 200: Health },
  problems: [],
})

export const getCallerAddress = endpoint({
  area: 'system',
  method: 'GET',
  path: '/api/admin/address',
  summary: 'Returns the network address that the service assumes for the caller; shows whether a proxy can be deceived',
  access: 'admin',
  responses: { 200: Type.Object({ address: Type.String() }) },
  problems: ['UNAUTHORIZED'],
})
