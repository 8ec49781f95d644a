type Library = typeof import('@simplewebauthn/server') & typeof import('@simplewebauthn/server/helpers')

let loading: Promise<Library> | undefined

/** The library that reads what devices sign, loaded when the first passkey comes: it has 280 files. */
export function loadLibrary(): Promise<Library> {
  return (loading ??= load())
}

async function load(): Promise<Library> {
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  // Roots are ours to judge, by those of the operator alone. With roots of its own the library would also fetch what certificates name.
  for (const identifier of ['android-key', 'android-safetynet', 'apple'] as const)
    server.SettingsService.setRootCertificates({ identifier, certificates: [] })
  return { ...server, ...helpers }
}
