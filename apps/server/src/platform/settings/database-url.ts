const FORM = /^(?<start>postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?<hosts>[^@/?#]*)(?<rest>[/?][^#]*)?$/
const ATTRIBUTE = 'target_session_attrs'
// We write: a host that only reads is of no use, whether the URL says so or not.
const WRITES = new Set(['read-write', 'primary', 'any'])

/**
 * The address of each host that a DATABASE_URL names, in its order: "postgresql://user@a:5432,b:5433/name". Throws a plain Error
 * that does not repeat the text, which may hold a password.
 */
export function parseDatabaseUrl(text: string): string[] {
  const { start = '', hosts = '', rest = '' } = FORM.exec(text)?.groups ?? {}
  const urls = hosts.split(',').map((host) => `${start}${host}${rest}`)
  if (urls.length > 1 && hosts.split(',').includes('')) throw new Error('names a host that is empty')
  if (start === '' || !urls.every((url) => URL.canParse(url)))
    throw new Error(
      'must be a URL that begins with postgres:// or postgresql://; several hosts are separated by commas',
    )
  return urls.map(dropAttribute)
}

function dropAttribute(text: string): string {
  const url = new URL(text)
  const wanted = url.searchParams.get(ATTRIBUTE)
  if (wanted === null) return text
  if (!WRITES.has(wanted)) throw new Error(`${ATTRIBUTE} must be read-write: the service writes`)
  url.searchParams.delete(ATTRIBUTE)
  return url.href
}
