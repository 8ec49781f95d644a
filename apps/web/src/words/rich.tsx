import { splitMarked, type ValuesIn } from '@stillhere/messages'
import { type ComponentChildren, Fragment } from 'preact'
import { fill, say } from './speak.ts'

/** Functions by the name of a mark, which render the text inside the mark. */
type Marks = Readonly<Record<string, (text: string) => ComponentChildren>>

/**
 * Translates a text that contains marks, such as `Read <link>the terms</link>`, and renders each marked part with the function of that name in
 * `marks`. `values` fill the placeholders of the text.
 */
export function sayRich<Text extends string>(text: Text, marks: Marks, ...values: ValuesIn<Text>): ComponentChildren {
  // Values are put in last: none of them can be taken for a mark.
  return splitMarked(say<string>(text)).map(({ mark, text: piece }, index) => {
    const words = fill(piece, ...values)
    return <Fragment key={index}>{(mark !== null && marks[mark]?.(words)) || words}</Fragment>
  })
}
