import { afterAll } from 'vitest'
import { closeContexts } from './shared-chromium.ts'

afterAll(closeContexts)
