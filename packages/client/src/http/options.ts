import type * as Contract from '@stillhere/contract'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@stillhere/contract'

type Exports = typeof Contract

/** The name of every endpoint that gives one answer, as the contract exports it. */
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

// A form with an empty field may then say `invite_code: undefined`.
type Lenient<Input> = {
  [Name in keyof Input]: object extends Pick<Input, Name> ? Input[Name] | undefined : Input[Name]
}

type Flat<One extends Endpoint> = Lenient<Members<ParamsOf<One>> & Members<QueryOf<One>> & BodyMembers<One>>

/** What a call takes: the members of path, query and body, in one flat object. */
export type InputOf<Name extends EndpointName> = keyof Flat<Exports[Name]> extends never
  ? Record<string, never>
  : Flat<Exports[Name]>

/** What a call returns. */
export type OutputOf<Name extends EndpointName> = AnswerOf<Exports[Name]>

type Arguments<Input> =
  Record<string, never> extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions]

/** A token, or a function that is asked for it once a call. */
export type TokenSource = string | (() => string | undefined | Promise<string | undefined>)

export type ClientOptions = {
  /** Where the service is: `https://id.example.org`, with a path in front of `/api` where a proxy adds one. */
  baseUrl: string | URL
  /** The token of a node, sent to endpoints that look at it. */
  token?: TokenSource | undefined
  /** The secret of a site, sent to endpoints for sites; it belongs on a server, never into a page. */
  siteSecret?: string | undefined
  /** Sent to admin endpoints only, and to the two public ones that look at it. */
  adminSecret?: string | undefined
  fetch?: typeof globalThis.fetch | undefined
  /** For a whole call with all its tries; 30 s, and 5 minutes for a calibration that is waited for. */
  timeoutMs?: number | undefined
  /** How often a failed call is tried again; 3. */
  retries?: number | undefined
  /** A longer `Retry-After` is not waited for: the error comes at once; 10 s. */
  maxWaitMs?: number | undefined
  /** For tests. */
  runtime?: Partial<Runtime> | undefined
}

export type CallOptions = {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  retries?: number | undefined
  /** Names the work of a POST, so that it is done once; made by the client where it is absent. */
  idempotencyKey?: string | undefined
  /** Instead of the client's token, and sent to whatever endpoint is called. */
  token?: string | undefined
  /** Asks for an answer before the work is done (`Prefer: respond-async`). */
  respondAsync?: boolean | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

/** What the client takes from the world beside the network. */
export type Runtime = {
  /** Milliseconds since 1970. */
  now: () => number
  /** From 0 to 1. */
  random: () => number
  /** Ends early when the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  newKey: () => string
}

/** One method for each endpoint of the service. */
export type Client = {
  [Name in EndpointName]: (...given: Arguments<InputOf<Name>>) => Promise<OutputOf<Name>>
}
