import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, Email, NodeStatus } from './fields.ts'

export const recordMotion = endpoint({
  area: 'motion',
  method: 'POST',
  path: '/api/motion/record',
  summary: 'Records a motion scan; at most three per UTC day',
  access: 'node',
  scope: 'scan',
  body: Type.Object({ email: Email }),
  example: { email: 'ada@example.org' },
  responses: {
    200: Type.Object({
      success: Type.Boolean(),
      email: Email,
      scan_count: Count,
      daily_remaining: Type.Integer({ minimum: 0, maximum: 3 }),
      status: NodeStatus,
    }),
  },
  problems: ['NODE_NOT_FOUND', 'UNAUTHORIZED', 'DAILY_LIMIT_REACHED'],
})
