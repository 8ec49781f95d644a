import type { Product } from './bill.ts'

/** What people get of us, each with a bill of its own. */
export const PRODUCTS: readonly Product[] = [
  { name: '@stillhere/receipt', places: ['packages/receipt'] },
  { name: '@stillhere/engine', places: ['packages/engine'] },
  { name: '@stillhere/contract', places: ['packages/contract'] },
  // Its camera brings files of these, copied at build time.
  {
    name: '@stillhere/client',
    places: ['packages/client', ...['hands', 'pose', 'tasks-vision'].map((one) => `node_modules/@mediapipe/${one}`)],
  },
  // With the pages, which are served by it.
  {
    name: '@stillhere/server',
    places: [
      'apps/server',
      'apps/web',
      ...['hands', 'pose', 'tasks-vision'].map((one) => `node_modules/@mediapipe/${one}`),
    ],
  },
]
