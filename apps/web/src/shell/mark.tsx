/** The mark: a quiet circle, and the tremor of a hand. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <circle cx="16" cy="16" r="14" stroke="currentColor" stroke-width="2" />
      <path class="mark-pen" d="M5 16h5l2.5-5 3.5 10 3-7 1.5 2h2.5" stroke-width="2.25" />
      <circle class="mark-tip" cx="25" cy="16" r="2" />
    </svg>
  )
}
