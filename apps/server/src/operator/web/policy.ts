/**
 * What the pages may do: own code, styles, models and calls, and nothing of anybody else's. The engine and the camera's model
 * are WebAssembly; pictures and clips of one's own camera are blobs.
 */
export const WEB_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  'media-src blob:',
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
