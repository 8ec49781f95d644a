// The kernel is written in the part of TypeScript that AssemblyScript understands too, so that one text serves both.
// There these two names are machine types; here they are numbers.
export type i32 = number
export type f64 = number
