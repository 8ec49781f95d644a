export { startPostgres } from './embedded.ts'
export { type Connection, computePaths, DataFolderInUse, toConnection } from './paths.ts'
