import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'

const hour = (example: string) =>
  Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    description: 'a time of day like 07:00, from 00:00 to 23:59',
    examples: [example],
  })

const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'a name of the IANA time zone database',
  examples: ['Europe/Berlin'],
})

/** Hours of the day without notifications; they may include midnight. */
export const QuietHours = Type.Object({ from: hour('22:00'), to: hour('07:00'), time_zone: TimeZone })
export type QuietHours = Static<typeof QuietHours>

/** Settings for the notices that tell the owner of a node about a requested approval. */
export const NoticeSettings = Type.Object({
  mail: Type.Boolean({ description: 'Whether a mail is sent; listed devices are always notified' }),
  quiet: Type.Union([QuietHours, Type.Null()], { description: 'Hours without mails and notifications' }),
})
export type NoticeSettings = Static<typeof NoticeSettings>

export const getNotices = endpoint({
  area: 'notices',
  method: 'GET',
  path: '/api/node/notices',
  summary: 'Returns how the owner is notified about requests for approval',
  access: 'token',
  scope: 'read',
  responses: { 200: NoticeSettings },
  problems: ['UNAUTHORIZED'],
})

export const setNotices = endpoint({
  area: 'notices',
  method: 'PUT',
  path: '/api/node/notices',
  summary: 'Sets how the owner is notified about requests for approval',
  access: 'token',
  body: NoticeSettings,
  example: { mail: true, quiet: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' } },
  responses: { 200: NoticeSettings },
  problems: ['UNAUTHORIZED'],
})
