/**
 * The id of a text in `locales/`: FNV-1a (32 bits) of its UTF-16 units, in base 36. The English text stays in the code, and pages in other
 * languages don't load it. `npm run messages` refuses two texts with one id.
 */
export function messageId(text: string): string {
  let hash = 0x81_1c_9d_c5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93)
  return (hash >>> 0).toString(36)
}
