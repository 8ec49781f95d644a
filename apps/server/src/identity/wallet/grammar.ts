import { isIPv6 } from 'node:net'

/** An RFC 3986 authority in its parts; `host` in lower case. */
export type Authority = { userinfo: string | undefined; host: string; port: string | undefined }

const UNRESERVED = 'A-Za-z0-9\\-._~'
const SUB_DELIMS = "!$&'()*+,;="
const ENCODED = '%[0-9A-Fa-f]{2}'

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/
const USERINFO = new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}:]|${ENCODED})*$`)
const REG_NAME = new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}]|${ENCODED})+$`)
const IP_FUTURE = new RegExp(`^v[0-9A-Fa-f]+\\.[${UNRESERVED}${SUB_DELIMS}:]+$`, 'i')
const PCHARS = new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}:@]|${ENCODED})*$`)
const PATH = new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}:@/]|${ENCODED})*$`)
const QUERY = new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}:@/?]|${ENCODED})*$`)

export function isScheme(text: string): boolean {
  return SCHEME.test(text)
}

/** *pchar of RFC 3986. */
export function isPathText(text: string): boolean {
  return PCHARS.test(text)
}

/** Reads an authority of RFC 3986, section 3.2, with a host; undefined when it is none. */
export function readAuthority(text: string): Authority | undefined {
  const [, userinfo, host = '', port] = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:@[\]]*)(?::(\d*))?$/.exec(text) ?? []
  if (!isHost(host) || (userinfo !== undefined && !USERINFO.test(userinfo))) return undefined
  return { userinfo, host: host.toLowerCase(), port: port === '' ? undefined : port }
}

function isHost(host: string): boolean {
  if (!host.startsWith('[')) return REG_NAME.test(host)
  const literal = host.slice(1, -1)
  // Node takes an address with a zone, which RFC 3986 does not know.
  return IP_FUTURE.test(literal) || (isIPv6(literal) && !literal.includes('%'))
}

export type Uri = { authority: Authority | undefined }

/** Reads a URI of RFC 3986, section 3; undefined when it is none. */
export function readUri(text: string): Uri | undefined {
  const [, scheme = '', hierarchy = '', query = '', fragment = ''] =
    /^([^:/?#]*):([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(text) ?? []
  if (!isScheme(scheme) || !QUERY.test(query) || !QUERY.test(fragment)) return undefined
  if (!hierarchy.startsWith('//')) return PATH.test(hierarchy) ? { authority: undefined } : undefined
  const end = hierarchy.indexOf('/', 2)
  const [place, path] = end < 0 ? [hierarchy.slice(2), ''] : [hierarchy.slice(2, end), hierarchy.slice(end)]
  if (!PATH.test(path)) return undefined
  // file:///x has an authority without a host.
  if (place === '') return { authority: undefined }
  const authority = readAuthority(place)
  return authority && { authority }
}

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/i

/** The time that a date-time of RFC 3339, section 5.6, stands for, in milliseconds; undefined when it is none. */
export function readDateTime(text: string): number | undefined {
  const [, year, month, day, hour, minute, second, fraction = '0', sign, offsetHour = '00', offsetMinute = '00'] =
    DATE_TIME.exec(text) ?? []
  const midnight = findMidnight([Number(year), Number(month), Number(day)])
  const isTime = Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 60
  if (midnight === undefined || !isTime || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second)
  const ahead = (Number(offsetHour) * 3600 + Number(offsetMinute) * 60) * (sign === '-' ? -1 : 1)
  return midnight + (seconds - ahead) * 1000 + Math.floor(Number(`0.${fraction}`) * 1000)
}

function findMidnight([year, month, day]: [number, number, number]): number | undefined {
  const date = new Date(0)
  // Not Date.UTC, which takes the year 21 for 1921.
  date.setUTCFullYear(year, month - 1, day)
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.getTime() : undefined
}
