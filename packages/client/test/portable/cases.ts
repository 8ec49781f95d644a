/** Tests by name: each runs in this Node, in Node 20 and in Chromium, and throws where it fails. */
export type Cases = Readonly<Record<string, () => void | Promise<void>>>
