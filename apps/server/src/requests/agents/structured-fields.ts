import * as fields from 'structured-headers'

export type { BareItem, InnerList, Item } from 'structured-headers'
export type Member = fields.Item | fields.InnerList

/** Reads a dictionary of structured fields (RFC 9651); null for anything else. Of two members of one name the last counts. */
export function parseDictionary(text: string): fields.Dictionary | null {
  const dictionary = parse(() => fields.parseDictionary(text))
  return dictionary && [...dictionary.values()].every(isWritable) ? dictionary : null
}

/** Reads one item; null for anything else. */
export function parseItem(text: string): fields.Item | null {
  const item = parse(() => fields.parseItem(text))
  return item && isWritable(item) ? item : null
}

/** Writes a member in the one form that signature bases have it in. */
export function serialize(member: Member): string {
  return fields.isInnerList(member) ? fields.serializeInnerList(member) : fields.serializeItem(member)
}

/** Whether a member is an item, not a list. */
export function isItem(member: Member | null | undefined): member is fields.Item {
  return member !== null && member !== undefined && !fields.isInnerList(member)
}

function parse<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof fields.ParseError) return null
    throw error
  }
}

// A time that no `Date` holds would be written as the same text as every other one, so a signature would cover any of them.
function isWritable([value, parameters]: Member): boolean {
  const items = Array.isArray(value) ? value.flatMap(([item, own]) => [item, ...own.values()]) : [value]
  return [...items, ...parameters.values()].every((item) => !(item instanceof Date) || !Number.isNaN(item.getTime()))
}
