// The kernel is written in the subset of TypeScript that AssemblyScript understands, so that one source serves both.
// There these two names are machine types; here they are numbers.
export type i32 = number
export type f64 = number
