export * from './receipt/index.ts'
