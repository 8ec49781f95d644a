import { types } from 'pg'

type Parse = (text: string) => unknown

// The driver's types name only some object identifiers; these are from PostgreSQL's pg_type.dat.
const driverParserOf = types.getTypeParser as (type: number, format?: string) => Parse
const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const DATE_ARRAY = 1182
const TIMESTAMP = 1114
const TEXT_ARRAY = 1009

const parseTextArray = driverParserOf(TEXT_ARRAY)

const OWN_PARSERS: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [INT8, toSafeInteger],
  [INT8_ARRAY, (text) => (parseTextArray(text) as (string | null)[]).map((one) => one && toSafeInteger(one))],
  // The driver would make a Date of midnight in the machine's zone; a day has no zone.
  [DATE, String],
  [DATE_ARRAY, parseTextArray],
  [TIMESTAMP, String],
])

/** How a column's text becomes a value: int8 a number, date 'YYYY-MM-DD', timestamptz a Date, numeric stays text. */
export function findTypeParser(type: number, format?: string): Parse {
  const own = format === 'binary' ? undefined : OWN_PARSERS.get(type)
  return own ?? driverParserOf(type, format)
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number exactly; select it as text`)
  return value
}
