import './tabs.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

export type Tab = { name: string; label: string; content: () => ComponentChildren }

type TabsProps = { label: string; tabs: readonly Tab[]; chosen: string; onChoose: (name: string) => void }

/**
 * Shows a row of tabs and the content of the chosen one. Calls `onChoose` with a tab's name on a click, or on the arrow keys, Home and End (ARIA
 * tabs pattern).
 */
export function Tabs({ label, tabs, chosen, onChoose }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const current = tabs.find((tab) => tab.name === chosen) ?? tabs[0]
  const walk = (event: KeyboardEvent) => {
    const next = tabs[computeNextIndex(event.key, tabs.indexOf(current as Tab), tabs.length)]
    if (!next) return
    event.preventDefault()
    onChoose(next.name)
    list.current?.querySelector<HTMLElement>(`[data-name="${next.name}"]`)?.focus()
  }
  // Keeps the selected tab visible if the row of tabs scrolls.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current?.name])
  return (
    <div class="tabs">
      <div class="tabs-list" role="tablist" aria-label={label} ref={list} onKeyDown={walk}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            data-name={tab.name}
            aria-selected={tab === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => onChoose(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current?.name}`}>
        {current?.content()}
      </div>
    </div>
  )
}

/** Returns the index that a navigation key (left, right, Home, End) leads to in a circular list. Returns -1 for any other key. */
export function computeNextIndex(key: string, index: number, length: number): number {
  if (key === 'ArrowRight') return (index + 1) % length
  if (key === 'ArrowLeft') return (index - 1 + length) % length
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : -1
}
