import { createSpeaker, type ValuesIn } from './speaker.ts'

/**
 * Stops a command or a start for a reason that the operator can remove. Its message is English; `text` and `values` can be said in
 * another language.
 */
export class OperatorProblem<Text extends string = string> extends Error {
  readonly text: string
  readonly values: Readonly<Record<string, string | number>> | undefined

  constructor(text: Text, ...[values]: ValuesIn<Text>) {
    super(ENGLISH.fill(text, values))
    this.text = text
    this.values = values
  }
}

const ENGLISH = createSpeaker('en')
