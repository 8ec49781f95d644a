import { createSpeaker, type ValuesIn } from '@stillhere/messages'

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

/** A state of the database that stops the start; the message is one line and says what to do. */
export class DatabaseProblem<Text extends string = string> extends OperatorProblem<Text> {}

/** Another process serves the data folder. */
export class DataFolderInUse<Text extends string = string> extends DatabaseProblem<Text> {}

const ENGLISH = createSpeaker('en')
