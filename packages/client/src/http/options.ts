import type * as Contract from '@stillhere/contract'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@stillhere/contract'

type Exports = typeof Contract

/** The name of every endpoint with a single response, as the contract exports it. */
export type EndpointName = {
  [Name in keyof Exports]: Exports[Name] extends Endpoint
    ? Exports[Name] extends { isStream: true }
      ? never
      : Name
    : never
}[keyof Exports]

type Members<Part> = Part extends undefined ? object : Part
type BodyMembers<One extends Endpoint> = One extends { bodyIsOptional: true }
  ? Partial<Members<BodyOf<One>>>
  : Members<BodyOf<One>>

// A form with an empty field can then pass `invite_code: undefined`.
type Lenient<Input> = {
  [Name in keyof Input]: object extends Pick<Input, Name> ? Input[Name] | undefined : Input[Name]
}

type Flat<One extends Endpoint> = Lenient<Members<ParamsOf<One>> & Members<QueryOf<One>> & BodyMembers<One>>

/** The input of a call: the members of path, query and body in one flat object. */
export type InputOf<Name extends EndpointName> = keyof Flat<Exports[Name]> extends never
  ? Record<string, never>
  : Flat<Exports[Name]>

/** The response of a call. */
export type OutputOf<Name extends EndpointName> = AnswerOf<Exports[Name]>

type Arguments<Input> =
  Record<string, never> extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions]

/** A token, or a function that returns it and is called once for each call. */
export type TokenSource = string | (() => string | undefined | Promise<string | undefined>)

/** The options of `createClient`: the address of the service, credentials, time limits and retries. */
export type ClientOptions = {
  /** Address of the service, such as `https://id.example.org`, with the path before `/api` if a proxy adds one. */
  baseUrl: string | URL
  /** The token of a node, sent to endpoints that use it. */
  token?: TokenSource | undefined
  /** The secret of a site, sent to endpoints for sites. Use it only on a server, never in a page. */
  siteSecret?: string | undefined
  /** Sent only to admin endpoints and to the two public ones that use it. */
  adminSecret?: string | undefined
  fetch?: typeof globalThis.fetch | undefined
  /** Time limit of a call with all its retries. Defaults to 30 s, and to 5 minutes for `runCalibration` without `respondAsync`. */
  timeoutMs?: number | undefined
  /** How often a failed call is retried; 3 by default. */
  retries?: number | undefined
  /** The longest `Retry-After` to wait for; 10 s by default. With a longer `Retry-After`, the call rejects immediately. */
  maxWaitMs?: number | undefined
  /** For tests. */
  runtime?: Partial<Runtime> | undefined
}

/** The options of one call. They replace those of the client. */
export type CallOptions = {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  retries?: number | undefined
  /** Makes a repeated POST take effect only once; the client creates a key by default. */
  idempotencyKey?: string | undefined
  /** Replaces the client's token, and is sent to any endpoint. */
  token?: string | undefined
  /** Requests a response before the work is complete (`Prefer: respond-async`). */
  respondAsync?: boolean | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

/** Clock, timers and random numbers of the client. */
export type Runtime = {
  /** Milliseconds since 1970. */
  now: () => number
  /** From 0 to 1. */
  random: () => number
  /** Resolves after `ms`, or early when the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  newKey: () => string
}

/** One method for each endpoint of the service. */
export type Client = {
  [Name in EndpointName]: (...given: Arguments<InputOf<Name>>) => Promise<OutputOf<Name>>
}
