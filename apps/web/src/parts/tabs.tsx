import './tabs.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

export type Tab = { name: string; label: string; content: () => ComponentChildren }

type TabsProps = { label: string; tabs: readonly Tab[]; chosen: string; onChoose: (name: string) => void }

/** One of several views of the same thing; arrow keys go from tab to tab, as the ARIA practices have it. */
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

/** Computes the next index for a key in a circular list; -1 for other keys. */
export function computeNextIndex(key: string, index: number, length: number): number {
  if (key === 'ArrowRight') return (index + 1) % length
  if (key === 'ArrowLeft') return (index - 1 + length) % length
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : -1
}
