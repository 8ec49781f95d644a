import './notice.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import './news.css'
import { say } from '../words/speak.ts'

/** The kind of a notice: information, success, warning or failure. */
export type NoticeKind = 'info' | 'good' | 'warn' | 'bad'

const SPOKEN: Readonly<Record<NoticeKind, string>> = {
  info: say('Note:'),
  good: say('Done:'),
  warn: say('Warning:'),
  bad: say('Failed:'),
}

type NoticeProps = { kind?: NoticeKind; title: ComponentChildren; children?: ComponentChildren; live?: boolean }

/** Shows a message with an icon for its kind. With `live`, screen readers announce it when it appears. */
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

type NewsProps = {
  /** The sentence about the completed action; empty before the action. */
  text: string
  /** The value that the action changed, such as a reloaded list. */
  of: unknown
}

/**
 * Shows a line about a completed action and announces it to screen readers. Takes the focus if a change of `text` or of `of` (the value that the
 * action changed) removed the focused element, for example a button with its row.
 */
export function News({ text, of }: NewsProps) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (text !== '' && document.activeElement === document.body) line.current?.focus({ preventScroll: true })
  }, [text, of])
  return (
    <p role="status" class="news" tabIndex={-1} ref={line}>
      {text}
    </p>
  )
}

const PATHS = {
  home: 'M4 11l8-7 8 7M6 10v10h12V10',
  scan: 'M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M7 12h2l1.5-3 2.5 6 1.5-3H17',
  node: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20c.8-3.5 3.8-5 7.5-5s6.7 1.5 7.5 5',
  network:
    'M6 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4M18 11a2 2 0 1 0 0-4 2 2 0 0 0 0 4M9 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4M8 6.500l8 2M6.5 8l2 8M16.5 10.500l-6 6',
  verify: 'M7 3h7l4 4v14H7zM14 3v4h4M9.5 14l2 2 3.5-4',
  receipt: 'M6 3v18l2-1.5 2 1.5 2-1.5 2 1.5 2-1.5 2 1.5V3zM9 8h6M9 12h6',
  join: 'M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M3 20c.7-3.5 3.5-5 7-5M18 13v7M14.5 16.500h7',
  agent: 'M6 9h12v9H6zM12 9V5M10 5h4M9.5 13v1M14.5 13v1M3.5 12v3M20.5 12v3',
  research: 'M10 3v6l-5.5 9a2 2 0 0 0 1.7 3h11.600a2 2 0 0 0 1.7-3L14 9V3M8 3h8M7.5 15h9',
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  admin: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4M9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11v5M12 7.500v.5',
  good: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M8 12.500l2.5 2.5 5-6',
  warn: 'M12 4l9 16H3zM12 10v4.500M12 17v.5',
  bad: 'M8.5 3h7L21 8.500v7L15.5 21h-7L3 15.500v-7zM12 7.500v5.500M12 16v.5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  close: 'M6 6l12 12M18 6L6 18',
  arrow: 'M5 12h14M13 6l6 6-6 6',
} as const

export type IconName = keyof typeof PATHS

/** Shows a decorative icon by name, hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      width="1.375em"
      height="1.375em"
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
