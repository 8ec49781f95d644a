/** A source file with a generated constant: its path, and how to renew its text. */
export type TableFile = { path: string; renew: (text: string) => string }

/** A file whose constant `name` (`export const NAME = { … } as const`) has rows that code can print. */
export function tableFile(path: string, name: string, listRows: () => string[]): TableFile {
  const renew = (text: string) => {
    const opening = `export const ${name} = {\n`
    const start = text.indexOf(opening)
    const end = text.indexOf('\n} as const', start)
    if (start < 0 || end < 0) throw new Error(`${path} has no ${name}`)
    return `${text.slice(0, start)}${opening}${listRows().join('\n')}${text.slice(end)}`
  }
  return { path, renew }
}
