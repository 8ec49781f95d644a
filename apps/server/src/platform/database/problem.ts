import { OperatorProblem } from '../operator-problem.ts'

/** A state of the database that stops the start; the message is one line and says what to do. */
export class DatabaseProblem<Text extends string = string> extends OperatorProblem<Text> {}

/** Another process serves the data folder. */
export class DataFolderInUse<Text extends string = string> extends DatabaseProblem<Text> {}
