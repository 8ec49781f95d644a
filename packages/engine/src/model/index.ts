// Listed together because text of one kind compresses better side by side. A bundle keeps only the sections that its code uses.
export { default as challenge } from './challenge.json' with { type: 'json' }
export { default as coupling } from './coupling.json' with { type: 'json' }
export { default as presence } from './presence.json' with { type: 'json' }
export { default as replay } from './replay.json' with { type: 'json' }
export { default as signature } from './signature.json' with { type: 'json' }
export { default as signatureMatching } from './signature-matching.json' with { type: 'json' }
export { default as simulation } from './simulation.json' with { type: 'json' }
export { default as strokeSignature } from './stroke-signature.json' with { type: 'json' }
export { default as strokes } from './strokes.json' with { type: 'json' }
