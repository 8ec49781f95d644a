import './notice.css'
import type { ComponentChildren } from 'preact'
import { say } from '../words/speak.ts'
import { Icon } from './icon.tsx'

/** What a notice is: a fact, a success, something to mind, something that failed. */
export type NoticeKind = 'info' | 'good' | 'warn' | 'bad'

const SPOKEN: Readonly<Record<NoticeKind, string>> = {
  info: say('Note:'),
  good: say('Done:'),
  warn: say('Warning:'),
  bad: say('Failed:'),
}

type NoticeProps = { kind?: NoticeKind; title: ComponentChildren; children?: ComponentChildren; live?: boolean }

/** A message in words. With `live` it is read out when it appears. */
export function Notice({ kind = 'info', title, children, live = false }: NoticeProps) {
  return (
    <div class={`notice notice-${kind}`} role={live ? (kind === 'bad' ? 'alert' : 'status') : undefined}>
      <Icon name={kind} />
      <div>
        <p class="notice-title">
          <span class="unseen">{SPOKEN[kind]} </span>
          {title}
        </p>
        {children ? <div class="notice-text">{children}</div> : null}
      </div>
    </div>
  )
}
