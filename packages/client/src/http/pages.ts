import type { CallOptions } from './options.ts'

type Page = { nextCursor: string | null }
type Cursor = { cursor?: string | undefined }

/** Every page of a list with a cursor, one call after the other: `for await (const { entries } of pages(client.getLedger))`. */
export async function* pages<Input extends Cursor, One extends Page>(
  list: (input?: Input, options?: CallOptions) => Promise<One>,
  input: NoInfer<Input> = {} as Input,
  options: CallOptions = {},
): AsyncGenerator<One, void, undefined> {
  for (let cursor = input.cursor; ;) {
    const page = await list({ ...input, cursor }, options)
    yield page
    // A cursor that leads to itself would never end.
    if (page.nextCursor === null || page.nextCursor === cursor) return
    cursor = page.nextCursor
  }
}
