import { type Client, ProblemError } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { useAction } from '../../../../parts/action.ts'
import { Button } from '../../../../parts/button.tsx'
import { Failure } from '../../../../parts/failure.tsx'
import { Check, Field, Select } from '../../../../parts/field.tsx'
import { Notice } from '../../../../parts/notice.tsx'
import { sayRich } from '../../../../words/rich.tsx'
import { say, sayCount } from '../../../../words/speak.ts'
import { type KindStatus, type Status, statusFor } from '../report/levels.ts'
import {
  DEFAULT_OPTIONS,
  type FeatureMode,
  type OptionProblems,
  type OptionsForm,
  type RunOptions,
  readOptions,
} from './options.ts'

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
  /** Somebody else's run is under way. */
  onRunning: () => void
}

/** The options of a run, each with what it does and what it may be. */
export function RunForm({ admin, status, onBegun, onRunning }: RunFormProps) {
  const [form, setForm] = useState(DEFAULT_OPTIONS)
  const [problems, setProblems] = useState<OptionProblems>({})
  const { isBusy, error, run } = useAction()
  const kind = status && statusFor(status, form.mode)
  const isReady = kind?.meets_minimum_threshold === true
  const begin = (event: Event) => {
    event.preventDefault()
    const read = readOptions(form)
    setProblems('problems' in read ? read.problems : {})
    if ('options' in read && isReady) run(() => startRun(admin, read.options, onRunning), onBegun)
  }
  return (
    <form class="stack" onSubmit={begin} noValidate>
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
