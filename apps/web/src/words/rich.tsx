import { splitMarked, type ValuesIn } from '@stillhere/messages'
import { type ComponentChildren, Fragment } from 'preact'
import { fill, say } from './speak.ts'

/** What becomes of the words between two marks. */
type Marks = Readonly<Record<string, (text: string) => ComponentChildren>>

/** A text in the reader's language with links or strong words in it: `Read <link>the terms</link>`. */
export function sayRich<Text extends string>(text: Text, marks: Marks, ...values: ValuesIn<Text>): ComponentChildren {
  // Values are put in last: none of them can be taken for a mark.
  return splitMarked(say<string>(text)).map(({ mark, text: piece }, index) => {
    const words = fill(piece, ...values)
    return <Fragment key={index}>{(mark !== null && marks[mark]?.(words)) || words}</Fragment>
  })
}
