/** What is kept of a session: features of the whole where the person is known, of both halves where not. */
export type Kept = {
  person: string | null
  source: string | null
  features: Float32Array
  /** Other names under which the same motion came. */
  alsoOf?: string[]
}
