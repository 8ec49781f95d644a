import './table.css'
import type { ComponentChildren } from 'preact'
import { say } from '../words/speak.ts'
import { Button } from './button.tsx'
import { Failure } from './failure.tsx'

/** A column of a table: its heading, and the function that renders its cell in a row. `end` aligns it to the end of the line, for numbers. */
export type Column<Row> = { head: string; cell: (row: Row) => ComponentChildren; end?: boolean }

type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
}

/**
 * Shows rows in a table that scrolls horizontally if it is too wide. The first column is the heading of each row; `caption` is for screen
 * readers, and `keyOf` returns a unique key of a row.
 */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  const classOf = ({ end }: Column<Row>) => (end ? 'end' : undefined)
  return (
    <div class="table" role="group" tabIndex={0} aria-label={caption}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" class={column.end ? 'end' : undefined}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.head} scope="row" class={classOf(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.head} data-head={column.head} class={classOf(column)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type MorePagesProps = { more: (() => void) | null | undefined; isBusy: boolean; error: unknown; label?: string }

/**
 * Shows the button that loads the next page of a list, and the error if loading failed. `more` is called on a press; there is no button if it is
 * null or undefined.
 */
export function MorePages({ more, isBusy, error, label = say('Show older') }: MorePagesProps) {
  return (
    <>
      <Failure error={error} />
      {more ? (
        <p>
          <Button kind="quiet" busy={isBusy} onClick={more}>
            {label}
          </Button>
        </p>
      ) : null}
    </>
  )
}
