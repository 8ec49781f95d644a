import { describe, expect, it } from 'vitest'
import { tinyReport } from './report.example.ts'
import { arenaTable, percent, percentInterval } from './table.ts'

describe('percent', () => {
  it('shows shares with one digit, and a dash for what could not be measured', () => {
    expect(percent(0.1234)).toBe('12.3 %')
    expect(percent(Number.NaN)).toBe('–')
    expect(percentInterval({ value: 0.5, low: 0.25, high: 0.751 })).toBe('50.0 % (25.0–75.1)')
    expect(percentInterval({ value: Number.NaN, low: 0, high: 0 })).toBe('–')
  })
})

describe('arenaTable', () => {
  const lines = arenaTable(tinyReport()).split('\n')
  const at = (start: string) => lines.findIndex((line) => line.trimStart().startsWith(start))
  it('names data, people and the line of the specification', () => {
    expect(lines[0]).toBe('Attack arena · two made-up people · seed 7')
    expect(at('Presence: 4 windows of 2 people, 25.0 % (0.0–50.0) of them below 0.50')).toBeGreaterThan(0)
  })
  it('puts the worst forgery last, and replays by themselves', () => {
    expect(at('easy')).toBeGreaterThan(0)
    expect(at('hard')).toBe(at('easy') + 1)
    expect(at('Shown again')).toBe(at('hard') + 1)
    expect(at('again')).toBeGreaterThan(at('Shown again'))
    expect(lines[at('hard')]).toMatch(
      /^ {2}hard +10 +0\.700 +30\.0 % \(10\.0–50\.0\) +60\.0 % \(40\.0–80\.0\) +20\.0 %$/,
    )
  })
  it('says where trials do not suffice', () => {
    expect(lines[at('hands')]).toContain('too few trials')
    expect(lines[at('hands')]).toContain('12.0 % (8.0–16.0)')
    expect(lines[at('hands')]).toContain('4 / 40')
  })
  it('shows memory, challenge and contracts', () => {
    expect(at('Replay memory: 2 captures, false alarms 1.0 % (0.0–3.0)')).toBeGreaterThan(0)
    expect(lines[at('willing')]).toMatch(/willing +48 +95\.0 % \(90\.0–99\.0\) +a willing person/)
    expect(at('Malformed contracts: 120 calls with nonsense: nothing threw, no answer held NaN')).toBeGreaterThan(0)
    expect(at('Poisoned calibration: with calibration')).toBeGreaterThan(0)
  })
  it('names an export that broke', () => {
    const contracts = { calls: 3, broken: [{ name: 'enroll', trouble: 'threw TypeError: x' }] }
    expect(arenaTable({ ...tinyReport(), contracts })).toContain('3 calls with nonsense: enroll threw TypeError: x')
  })
})
