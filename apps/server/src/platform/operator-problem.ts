import { createSpeaker, type ValuesIn } from '@stillhere/messages'

const ENGLISH = createSpeaker('en')

/** What stops a command or a start, for whoever runs it. Its message is English; `text` and `values` let it be said in another language. */
export class OperatorProblem<Text extends string = string> extends Error {
  readonly text: string
  readonly values: Readonly<Record<string, string | number>> | undefined

  constructor(text: Text, ...[values]: ValuesIn<Text>) {
    super(ENGLISH.fill(text, values))
    this.text = text
    this.values = values
  }
}
