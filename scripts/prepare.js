// Plain JavaScript, so that an older Node can say what is missing.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `Stillhere needs Node 24 or newer; this is ${process.version}. On Linux, npm install brings it.\n`,
  )
  process.exit(1)
}

await import('./build.ts')
console.log('\nReady: npm start')
