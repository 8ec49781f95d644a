import { readFileSync } from 'node:fs'

// USER_HZ of Linux.
const TICKS_PER_SECOND = 100

/** What a process took since this was called: its share of a core, and the most memory that it ever had, in MB. */
export function resourcesOf(pid: number): () => { cpu: number; peakMb: number } {
  const began = performance.now()
  const before = cpuSecondsOf(pid)
  return () => ({
    cpu: (cpuSecondsOf(pid) - before) / ((performance.now() - began) / 1000),
    peakMb: Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
  })
}

function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
