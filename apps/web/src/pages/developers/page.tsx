import './developers.css'
import { describeCheapestAttack, type LevelRow, listApprovalLimits, listLevels } from '@stillhere/client/receipt/view'
import { CopyField } from '../../parts/button.tsx'
import { Card, PageHead } from '../../parts/card.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { VOICE } from '../../receipts/voice.ts'
import { sayRich } from '../../words/rich.tsx'
import { say } from '../../words/speak.ts'
import { QuickstartView } from './quickstart-view.tsx'
import { INSTALL, INSTALL_ELSEWHERE, QUICKSTARTS } from './quickstarts.ts'
import { StatusView } from './status-view.tsx'

/** Shows the page for developers: three quickstarts, the table of levels, links to the documentation, and the state of the service. */
export function Page() {
  return (
    <div class="stack-wide">
      <PageHead
        title={say('For developers')}
        lead={say('Three ways to start. Our tests run every file on this page exactly as shown.')}
      />
      <nav class="row" aria-label={say('Quickstarts')}>
        {QUICKSTARTS.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
        <a href="#levels">{say('Levels')}</a>
        <a href="#status">{say('Status')}</a>
      </nav>
      <Install />
      {QUICKSTARTS.map((quickstart) => (
        <QuickstartView key={quickstart.id} quickstart={quickstart} />
      ))}
      <Levels />
      <MoreLinks />
      <StatusView />
    </div>
  )
}

/** Shows the table of assurance levels, and what no approval proves. */
export function Levels() {
  return (
    <section class="stack" id="levels" aria-labelledby="levels-title">
      <h2 id="levels-title">{say('Levels')}</h2>
      <p>{say('Ask for the lowest level that will do. A level that isn’t reached is refused, never lowered.')}</p>
      <div class="developers-levels">
        <Table
          caption={say('Levels')}
          columns={COLUMNS}
          rows={Object.values(listLevels(VOICE))}
          keyOf={formatLevelName}
        />
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

const formatLevelName = ({ name }: LevelRow) => name

const COLUMNS: readonly Column<LevelRow>[] = [
  { head: say('Level'), cell: formatLevelName },
  { head: say('Motion'), cell: ({ motion }) => motion },
  { head: say('Key'), cell: ({ key }) => key },
  { head: say('Proves'), cell: ({ proves }) => proves },
  { head: say('Doesn’t prove'), cell: ({ doesNotProve }) => doesNotProve },
]

/** Shows links to the docs, the API reference, check.js, the OpenAPI document and the issuer keys. */
export function MoreLinks() {
  return (
    <section class="stack" aria-labelledby="doors-title">
      <h2 id="doors-title">{say('More')}</h2>
      <div class="columns">
        <Card>
          <h3>
            <a href="/docs">{say('Docs')}</a>
          </h3>
          <p>{say('Concepts, guides, settings, measurements and a glossary, with search.')}</p>
        </Card>
        <Card>
          <h3>
            <a href="/docs/api">{say('API reference')}</a>
          </h3>
          <p>{say('Every endpoint with its fields, responses, errors and a command to try.')}</p>
        </Card>
        <Card>
          <h3>
            <a href="/check.js">check.js</a>
          </h3>
          <p>
            {sayRich('A button for your form, instead of a captcha. <link>Protect a form</link>', {
              link: (text) => <a href="/docs/guides/protect-a-form">{text}</a>,
            })}
          </p>
        </Card>
        <Card>
          <h3>
            <a href="/openapi.json">openapi.json</a>
          </h3>
          <p>{say('The same API as OpenAPI 3.1, for generating a client in your language.')}</p>
        </Card>
        <Card>
          <h3>
            <a href="/.well-known/continuity-issuer.json">{say('Issuer keys')}</a>
          </h3>
          <p>{say('The keys to pin when you verify receipts from this service, and when each one was in use.')}</p>
        </Card>
      </div>
    </section>
  )
}

function Install() {
  return (
    <section class="stack" aria-labelledby="install-title">
      <h2 id="install-title">{say('Start from a checkout')}</h2>
      <p>
        {say(
          'The packages aren’t on npm yet. Install once in a checkout of Stillhere; every command below runs there.',
        )}
      </p>
      <CopyField label={say('Install')} value={INSTALL} />
      <p>{say('To use them in your own project, pack them for a folder next to the checkout.')}</p>
      <CopyField label={say('Pack and install')} value={INSTALL_ELSEWHERE} />
    </section>
  )
}
