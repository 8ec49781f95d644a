import { type Area, say, subject } from '../area.ts'

/** Which key an agent's handle has, and which handle an e-mail address. */
type State = { agents: Record<string, number>; nodes: Record<string, string> }

/** Handles of agents and of nodes: the first has it. */
export const names: Area = {
  name: 'names',
  groups: [['declare', 'uplink']],
  open: async (_, { name }) => {
    const handleOf = (n: number) => `${name}-${n % 3}`
    const emailOf = (n: number) => `${name}-${Math.floor(n / 3) % 4}@example.org`
    return subject<State>({
      state: { agents: {}, nodes: {} },
      run: async ({ kind, n }, call) => {
        if (kind === 'uplink') {
          const body = { email: emailOf(n), node_handle: handleOf(n) }
          const answer = await call('POST', '/api/uplink', { body })
          return say(answer, answer.body['alreadyExists'], answer.body['node_handle'])
        }
        const key = `${handleOf(n)} key ${Math.floor(n / 3) % 2}`
        const body = { agent_handle: handleOf(n), agent_type: 'bot', origin: 'example.org', public_key: key }
        const answer = await call('POST', '/api/agent/declare', { body })
        return say(answer, answer.body['alreadyDeclared'])
      },
      step: (one, { kind, n }) => {
        const handle = handleOf(n)
        if (kind === 'declare') {
          const key = Math.floor(n / 3) % 2
          const holder = one.agents[handle]
          one.agents[handle] ??= key
          if (holder === undefined) return '200 false'
          return holder === key ? '200 true' : '409 AGENT_KEY_MISMATCH'
        }
        const own = one.nodes[emailOf(n)]
        if (own !== undefined) return `200 true ${own}`
        if (Object.values(one.nodes).includes(handle)) return '409 HANDLE_TAKEN'
        one.nodes[emailOf(n)] = handle
        return `200 false ${handle}`
      },
    })
  },
}
