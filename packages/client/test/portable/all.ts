import type { Cases } from './cases.ts'
import * as continuity from './continuity.ts'
import * as http from './http.ts'
import * as middleware from './middleware.ts'
import * as receipt from './receipt.ts'

export type Groups = Readonly<Record<string, { cases: Cases }>>

/** Every file of cases; README.md tells how to add one. */
export const GROUPS: Groups = { continuity, http, middleware, receipt }
