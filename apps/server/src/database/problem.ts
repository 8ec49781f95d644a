/** A state of the database that stops the start; the message is one line and says what to do. */
export class DatabaseProblem extends Error {}

/** Another process serves the data folder. */
export class DataFolderInUse extends DatabaseProblem {}
