import { describe, expect, it } from 'vitest'
import { runCli } from '../../test/fake-io.ts'
import { sampleReceipt } from '../../test/sample-receipts.ts'

const KEY = '0a'.repeat(32)
const WORLD = { files: { 'a.json': sampleReceipt() } }

describe('run', () => {
  it.each([
    ['nothing', [], /a command is needed; see "stillhere-receipt --help"/],
    ['an unknown command', ['frob'], /no command "frob"; see "stillhere-receipt --help"/],
    ['help on an unknown command', ['help', 'frob'], /no command "frob"/],
    ['no FILE', ['verify'], /a FILE is needed.*see "stillhere-receipt verify --help"/],
    ['an empty FILE', ['verify', ''], /a FILE is needed/],
    ['two FILEs', ['verify', 'a.json', 'a.json'], /only one FILE/],
    ['an unknown option', ['verify', 'a.json', '--frob'], /Unknown option '--frob'; see/],
    ['an option without its value', ['verify', 'a.json', '--at'], /--at <value>' argument missing/],
    ['an option twice', ['verify', 'a.json', '--trusted', KEY, '--trusted', KEY], /--trusted is given twice/],
    ['a time without zone', ['verify', 'a.json', '--at', '2026-03-01T12:00:00'], /--at must be an RFC 3339 time/],
    ['a negative age', ['verify', 'a.json', '--max-age=-1'], /--max-age must be a number of seconds/],
    ['an age in words', ['verify', 'a.json', '--max-age', '5 min'], /--max-age must be a number of seconds/],
    ['a key of the wrong length', ['verify', 'a.json', '--trusted', 'abc'], /keys of 64 lower-case hex digits/],
    ['an upper-case key', ['verify', 'a.json', '--trusted', KEY.toUpperCase()], /keys of 64 lower-case hex digits/],
    ['no trusted key at all', ['verify', 'a.json', '--trusted', ''], /keys of 64 lower-case hex digits/],
    ['standard input twice', ['verify', '-', '--predecessor', '-'], /standard input can be named only once/],
    ['a FILE for keygen', ['keygen', 'a.json'], /no FILE is expected/],
    ['keygen into standard output', ['keygen', '--out', '-'], /--out must name a file/],
    ['sign without a key', ['sign', 'a.json'], /a key is needed/],
    ['a key from standard input', ['sign', 'a.json', '--key', '-'], /--key must name a file/],
  ])('64: says in one line what is wrong with %s', async (_name, args, message) => {
    const { exitCode, output, errors } = await runCli(args, WORLD)
    expect(errors).toMatch(message)
    expect(errors.trimEnd()).not.toContain('\n')
    expect({ exitCode, output }).toEqual({ exitCode: 64, output: '' })
  })

  it('64: escapes what it repeats of the command line', async () => {
    expect((await runCli(['\u001b[2J'])).errors).toContain('"\\u{1b}[2J"')
  })

  it.each([['--help'], ['-h'], ['help']])('prints the overview for %s', async (argument) => {
    const { exitCode, output } = await runCli([argument])
    expect(output).toMatch(/^Usage: stillhere-receipt COMMAND/)
    expect(exitCode).toBe(0)
  })

  it.each(['verify', 'inspect', 'digest', 'keygen', 'sign'])(
    'explains %s both ways, whatever else is given',
    async (name) => {
      const help = await runCli(['help', name])
      expect(help.output).toMatch(new RegExp(`^Usage: stillhere-receipt ${name} `))
      expect(await runCli([name, '--frob', '--help'])).toEqual(help)
    },
  )

  it('takes --help behind -- for the name of a file', async () => {
    const { exitCode, errors } = await runCli(['verify', '--', '--help'])
    expect(errors).toMatch(/--help: no such file/)
    expect(exitCode).toBe(3)
  })

  it('prints the version', async () => {
    expect(await runCli(['--version'])).toMatchObject({ exitCode: 0, output: '9.8.7\n' })
  })
})
