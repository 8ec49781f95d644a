import { type Client, type InputOf, type OutputOf, ProblemError } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Check, Field, Select } from '../../../parts/field.tsx'
import { Ring } from '../../../parts/meter.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useAction, useRequest } from '../../../parts/request.ts'
import { Time } from '../../../parts/time.tsx'
import { sayRich } from '../../../words/rich.tsx'
import { say, sayCount } from '../../../words/speak.ts'
import { type KindStatus, type Status, findModeStatus } from './report.ts'

const WATCH_MS = 700
const GLANCE_MS = 15_000

type RunCardProps = { admin: Client; status: Status | null; onEnd: () => void }

/** Shows the form that starts a calibration, or the progress of a run, including runs started elsewhere. Calls `onEnd` when the run it has shown ends. */
export function RunCard({ admin, status, onEnd }: RunCardProps) {
  const [everyMs, setEveryMs] = useState(GLANCE_MS)
  const { value, error, reload } = useRequest((signal) => admin.listCalibrationRuns({}, { signal }), {
    refreshMs: everyMs,
  })
  const [followed, setFollowed] = useState<string | null>(null)
  const run = value?.runs[0] ?? null
  useEffect(() => {
    setEveryMs(run?.state === 'running' ? WATCH_MS : GLANCE_MS)
    if (run?.state === 'running') setFollowed(run.run_id)
    else if (run?.run_id === followed) onEnd()
  }, [run?.run_id, run?.state])
  const handleStarted = (id: string) => {
    setFollowed(id)
    reload()
  }
  return (
    <Card title={say('Calibrate')}>
      <Failure error={error} onRetry={reload} />
      {run?.state === 'running' ? (
        <RunProgress admin={admin} run={run} onChange={reload} />
      ) : (
        <>
          {run !== null && run.run_id === followed ? <RunOutcome run={run} /> : null}
          <RunForm admin={admin} status={status} onBegun={handleStarted} onRunning={reload} />
        </>
      )}
    </Card>
  )
}

function RunOutcome({ run: { state, problem } }: { run: Run }) {
  if (state === 'done')
    return (
      <Notice kind="good" title={say('The calibration is done.')} live>
        {say('The results are below, first in the list.')}
      </Notice>
    )
  if (state === 'cancelled')
    return (
      <Notice kind="info" title={say('The calibration was canceled.')} live>
        {say('Nothing has changed.')}
      </Notice>
    )
  return (
    <Notice kind="bad" title={say('The calibration failed.')} live>
      {problem ?? say('The service’s log says why.')} {say('Nothing has changed.')}
    </Notice>
  )
}

type Run = OutputOf<'getCalibrationRun'>

type RunProgressProps = { admin: Client; run: Run; onChange: () => void }

/** Shows the progress of a run and cancels it. */
function RunProgress({ admin, run, onChange }: RunProgressProps) {
  const { isBusy, error, run: act } = useAction()
  const { run_id: id, percent, stage, started_at } = run
  return (
    <div class="admin-running">
      <Ring label={say('Progress of the calibration')} value={percent} max={100}>
        <span class="figures">{percent} %</span>
      </Ring>
      <div class="stack">
        <p role="status">{describeProgress(stage)}</p>
        <p class="small soft">
          {sayRich('Started <time></time>. It continues without this page; if its process ends, another takes over.', {
            time: () => <Time at={started_at} />,
          })}
        </p>
        <Failure error={error} />
        <p>
          <Button kind="danger" busy={isBusy} onClick={() => act(() => admin.cancelCalibrationRun({ id }), onChange)}>
            {say('Cancel the calibration')}
          </Button>
        </p>
      </div>
    </div>
  )
}

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    starting: say('Starting…'),
    'reading sessions': say('Reading the sessions…'),
    projection: say('Finding what tells people apart…'),
    screening: say('Looking for poisoned uploads…'),
    'cross-fit': say('Comparing people under models that never saw them…'),
    comparison: say('Comparing people…'),
    thresholds: say('Setting the thresholds…'),
  }),
)

/** Describes the current stage of a calibration run. Unknown stages are shown as the service names them. */
export function describeProgress(stage: string): string {
  return WORDS.get(stage) ?? `${stage}…`
}

const MODES = [
  { value: 'signature_128', label: say('Signatures (can be put in force)') },
  { value: 'strokes', label: say('Strokes (can be put in force)') },
  { value: 'posture', label: say('Posture (to compare)') },
  { value: 'posture_velocity', label: say('Posture and velocity (to compare)') },
]

type RunFormProps = {
  admin: Client
  status: Status | null
  onBegun: (runId: string) => void
  /** Called if another run is already in progress. */
  onRunning: () => void
}

/** The form with the options of a run. */
function RunForm({ admin, status, onBegun, onRunning }: RunFormProps) {
  const [form, setForm] = useState(DEFAULT_OPTIONS)
  const [problems, setProblems] = useState<OptionProblems>({})
  const { isBusy, error, run } = useAction()
  const kind = status && findModeStatus(status, form.mode)
  const isReady = kind?.meets_minimum_threshold === true
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    const read = readOptions(form)
    setProblems('problems' in read ? read.problems : {})
    if ('options' in read && isReady) run(() => startRun(admin, read.options, onRunning), onBegun)
  }
  return (
    <form class="stack" onSubmit={handleSubmit} noValidate>
      <OptionFields form={form} onForm={setForm} problems={problems} />
      {kind && !isReady ? <TooFew status={kind} /> : null}
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy} disabled={!isReady}>
          {say('Run the calibration')}
        </Button>
      </p>
    </form>
  )
}

async function startRun(admin: Client, options: RunOptions, onRunning: () => void): Promise<string> {
  try {
    const answer = await admin.runCalibration(options, { respondAsync: true })
    return 'run_id' in answer ? answer.run_id : ''
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'CALIBRATION_RUNNING') onRunning()
    throw error
  }
}

function TooFew({ status: { sessions_needed } }: { status: KindStatus }) {
  const title = sayCount(
    sessions_needed,
    'One more session is needed first.',
    '{count} more sessions are needed first.',
  )
  return (
    <Notice kind="info" title={title}>
      {sayRich('People give them on the <link>Research page</link>.', {
        link: (text) => <a href="/research">{text}</a>,
      })}
    </Notice>
  )
}

type OptionFieldsProps = { form: OptionsForm; onForm: (form: OptionsForm) => void; problems: OptionProblems }

function OptionFields({ form, onForm, problems }: OptionFieldsProps) {
  return (
    <div class="admin-options">
      <Field
        label={say('Target false-accept rates')}
        hint={say('Shares of strangers who may pass. The smallest serves high risk, the largest low.')}
        error={problems.targets}
        value={form.targets}
        onValue={(targets) => onForm({ ...form, targets })}
      />
      <Select
        label={say('Features')}
        hint={say('Which part of a session is compared. Enrollments hold signatures of landmarks, or strokes.')}
        options={MODES}
        value={form.mode}
        onValue={(mode) => onForm({ ...form, mode: mode as FeatureMode })}
      />
      <Field
        label={say('Components')}
        hint={say('1 to 128. Blank: 48, or as many as the variance below needs.')}
        inputMode="numeric"
        error={problems.components}
        value={form.components}
        onValue={(components) => onForm({ ...form, components })}
      />
      <Field
        label={say('Minimum variance kept')}
        hint={say('Above 0 and up to 1.')}
        inputMode="decimal"
        error={problems.variance}
        value={form.variance}
        onValue={(variance) => onForm({ ...form, variance })}
      />
      <Check
        label={say('Fast mode (same results)')}
        checked={form.compiled}
        onChecked={(compiled) => onForm({ ...form, compiled })}
      />
    </div>
  )
}

type RunOptions = InputOf<'runCalibration'>
type FeatureMode = NonNullable<RunOptions['feature_mode']>

/** The options of a run as text from the form. */
type OptionsForm = {
  targets: string
  mode: FeatureMode
  components: string
  variance: string
  compiled: boolean
}

export const DEFAULT_OPTIONS: OptionsForm = {
  targets: '0.01, 0.05, 0.1',
  mode: 'signature_128',
  components: '',
  variance: '0.95',
  compiled: true,
}

type OptionProblems = { targets?: string; components?: string; variance?: string }

const MOST_TARGETS = 10
const MOST_COMPONENTS = 128

/** Parses the form's texts as options of a calibration run. Returns the options for the service, or the problems by field. */
export function readOptions(form: OptionsForm): { options: RunOptions } | { problems: OptionProblems } {
  const targets = form.targets.split(/[\s,;]+/).filter((one) => one !== '')
  const [components, variance] = [form.components.trim(), form.variance.trim()]
  const problems: OptionProblems = {
    ...(isRateList(targets) ? {} : { targets: say('Enter one to ten numbers between 0 and 1, like 0.01, 0.05, 0.1.') }),
    ...(components === '' || isComponents(components)
      ? {}
      : { components: say('Enter a whole number from 1 to 128, or leave it blank.') }),
    ...(variance === '' || isVariance(variance)
      ? {}
      : { variance: say('Enter a number above 0 and up to 1, or leave it blank.') }),
  }
  if (Object.keys(problems).length > 0) return { problems }
  return {
    options: {
      target_fars: targets.map(Number),
      feature_mode: form.mode,
      ...(components === '' ? {} : { pca_output_dim: Number(components) }),
      ...(variance === '' ? {} : { min_variance: Number(variance) }),
      use_rust_features: form.compiled,
    },
  }
}

function isRateList(texts: readonly string[]): boolean {
  return texts.length >= 1 && texts.length <= MOST_TARGETS && texts.every((one) => Number(one) > 0 && Number(one) < 1)
}

function isComponents(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_COMPONENTS
}

function isVariance(text: string): boolean {
  return Number(text) > 0 && Number(text) <= 1
}
