import { describeCheapestAttack, type LevelRow, listApprovalLimits, listLevels } from '@stillhere/client/receipt/view'
import { type Column, Table } from '../../parts/table.tsx'
import { VOICE } from '../../receipts/voice.ts'
import { say } from '../../words/speak.ts'

/** The one table of levels, and what no approval proves. */
export function Levels() {
  return (
    <section class="stack" id="levels" aria-labelledby="levels-title">
      <h2 id="levels-title">{say('Levels')}</h2>
      <p>{say('Ask for the lowest level that will do. A level that isn’t reached is refused, never lowered.')}</p>
      <div class="developers-levels">
        <Table caption={say('Levels')} columns={COLUMNS} rows={Object.values(listLevels(VOICE))} keyOf={nameOf} />
      </div>
      <p>{describeCheapestAttack(VOICE)}</p>
      <h3>{say('No approval proves')}</h3>
      <ul class="developers-limits">
        {listApprovalLimits(VOICE).map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
    </section>
  )
}

const nameOf = ({ name }: LevelRow) => name

const COLUMNS: readonly Column<LevelRow>[] = [
  { head: say('Level'), cell: nameOf },
  { head: say('Motion'), cell: ({ motion }) => motion },
  { head: say('Key'), cell: ({ key }) => key },
  { head: say('Proves'), cell: ({ proves }) => proves },
  { head: say('Doesn’t prove'), cell: ({ doesNotProve }) => doesNotProve },
]
