declare module 'virtual:example-files' {
  /** The texts of files in the folder examples, by their path there. */
  export const EXAMPLE_FILES: Readonly<Record<string, string>>
}
