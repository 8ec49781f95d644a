import type { CallToolResult } from '@modelcontextprotocol/server'

/** An answer for programs, and the same in short for models and people. */
export function answer(structuredContent: Record<string, unknown>, text: string): CallToolResult {
  return { structuredContent, content: [{ type: 'text', text }] }
}
