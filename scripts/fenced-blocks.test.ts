import { expect, it } from 'vitest'
import { findFencedBlocks } from './fenced-blocks.ts'

const PAGE = `# Title

<!-- example: examples/first.ts -->

\`\`\`ts
const a = 1

const b = 2
\`\`\`

Some words.

~~~~sh title="x"
~~~
echo 1
~~~~

<!-- example: examples/last.sh -->
\`\`\`
\`\`\`
`

it('finds language, text, line and the example named just above', () => {
  expect(findFencedBlocks(PAGE)).toEqual([
    { language: 'ts', text: 'const a = 1\n\nconst b = 2\n', line: 5, example: 'examples/first.ts' },
    { language: 'sh', text: '~~~\necho 1\n', line: 13, example: undefined },
    { language: '', text: '', line: 19, example: 'examples/last.sh' },
  ])
})

it('does not take an example comment across other words', () => {
  const page = '<!-- example: examples/a.ts -->\nwords\n```ts\n```\n'
  expect(findFencedBlocks(page)[0]?.example).toBeUndefined()
})

it('refuses a block that is never closed', () => {
  expect(() => findFencedBlocks('\n```ts\nconst a = 1\n')).toThrow('line 2')
})
