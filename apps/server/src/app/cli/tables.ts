import type { Queries } from '../../platform/database/pool.ts'
import { type Reference, readReferences, readTables, type Table } from './store.ts'

/** All tables, each after those that it refers to; columns that PostgreSQL computes are left out. */
export async function listTables(db: Queries): Promise<Table[]> {
  return parentsFirst(await readTables(db), await readReferences(db))
}

/** Puts every table after those that it refers to; a circle is a bug of the migrations. */
export function parentsFirst(tables: readonly Table[], references: readonly Reference[]): Table[] {
  const ordered: Table[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const placed = new Set(ordered.map(({ name }) => name))
    const ready = [...waiting].filter(({ name }) =>
      references.every(({ child, parent }) => child !== name || parent === name || placed.has(parent)),
    )
    if (ready.length === 0) throw new Error('the tables refer to each other in a circle')
    for (const table of ready) waiting.delete(table)
    ordered.push(...ready)
  }
  return ordered
}
