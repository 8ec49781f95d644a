/** What a field must be before the service looks at it. */
export type FieldFacts = {
  required: boolean
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
}

/** The fields of forms, by the endpoint that takes them; `npm run generate` writes this from the contract. */
export const FIELD_TABLE = {
  sendOtp: {
    email: { required: true, maxLength: 320 },
    invite_code: { required: false, maxLength: 64 },
  },
  verifyOtp: {
    email: { required: true, maxLength: 320 },
    otp: { required: true, pattern: '^[0-9]{6}$' },
    node_handle: { required: false, maxLength: 64 },
  },
  declareAgent: {
    agent_handle: { required: true, minLength: 1, maxLength: 100 },
    agent_type: { required: true, minLength: 1, maxLength: 50 },
    origin: { required: true, minLength: 1, maxLength: 253 },
    public_key: { required: true, minLength: 1, maxLength: 2048 },
    proof: { required: false },
  },
  confirmApplication: {
    token: { required: true, pattern: '^[A-Za-z0-9_-]{43}$' },
  },
  askForInvite: {
    email: { required: true, maxLength: 320 },
  },
  joinWaitlist: {
    link: { required: true, minLength: 1, maxLength: 1024, pattern: '^[A-Za-z0-9_-]+$' },
    note: { required: false, maxLength: 200 },
  },
  createInvites: {
    count: { required: false, minimum: 1, maximum: 1000 },
    note: { required: false, maxLength: 200 },
  },
  createSite: {
    name: { required: true, minLength: 1, maxLength: 64, pattern: '^.*\\S.*$' },
    origins: { required: true },
    return_urls: { required: false },
    webhook_url: { required: false, minLength: 1, maxLength: 1024 },
    logout_url: { required: false, minLength: 1, maxLength: 1024 },
    ping_url: { required: false, minLength: 1, maxLength: 1024 },
    actions: { required: false },
    test: { required: false },
  },
  mailInvite: {
    code: { required: true, maxLength: 64 },
    to: { required: true, maxLength: 320 },
  },
  sendTestMail: {
    to: { required: true, maxLength: 320 },
  },
} as const
