import type * as Contract from '@stillhere/contract'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@stillhere/contract'
import type { CallOptions } from './options.ts'

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

/** One method for each endpoint of the service. */
export type Client = {
  [Name in EndpointName]: (...given: Arguments<InputOf<Name>>) => Promise<OutputOf<Name>>
}
