/** For a service whose web app was not built: no dead end, and one line that says what to do. */
export const MISSING_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Stillhere</title>
</head>
<body>
<main>
<h1>Stillhere</h1>
<p>The service runs, but its pages are not built. Whoever runs it builds them with <code>npm run build</code>.</p>
<p><a href="/status">State of the service</a> · <a href="/docs/api">API</a></p>
</main>
</body>
</html>
`
