export const HELP = `Usage: stillhere COMMAND

  serve [--lan] [--sandbox] runs the service until it is stopped; --lan: for phones on the same network, over HTTPS;
                            --sandbox: for tests, with its own data; its receipts are marked and refused elsewhere
  setup                     prints a link that opens Admin once, within an hour, for whoever has it
  invite [--count N]        makes invite codes (1 to 1000) and prints them, whether the service runs or not
  site add NAME --origin URL [--origin URL …] [--return URL …] [--webhook URL] [--logout URL] [--ping URL] [--test]
                            registers a site and prints its key and its secrets, which are shown this once
  site list | site secret SITE_KEY | site remove SITE_KEY
                            lists the sites; gives one a second secret; removes one with its secrets
  doctor                    checks settings, secrets, database, mails and proxy; exit code 1 when something is broken
  migrate                   brings the database up to this version
  calibrate                 learns thresholds from the research sessions and prints what it found; options:
                            --target-fars 0.01,0.05,0.1  --feature-mode MODE  --pca-output-dim N  --min-variance V
                            --typescript-features
  backup FILE               writes all data into a new file, also while the service runs
  restore FILE [--replace]  reads a backup into an empty database; --replace removes what is there first
  verify FILE               judges a receipt of this service; exit code 1 when it is not valid; --audience TEXT, --allow-test
  mcp --service URL [--key FILE]
                            the tools for approvals as an MCP server on stdin and stdout, for an AI agent; it signs
                            with the key in the file, which is made on first use (~/.config/stillhere/agent-key.pem)
  rotate-key                gives the service a new key to sign receipts with; --compromised: trust no earlier key
  unbind-wallet ADDRESS     frees a lost wallet's node: it gets codes by mail again; exit code 1 when none is bound
  free-agent AGENT_ID       removes an agent that is revoked or was never proved, so that its handle can be declared again

All settings come from the environment: docs/settings.md.`

/** The one line that shows how a command is written, or where the commands are listed. */
export function usageOf(command: string): string {
  const lines = HELP.split('\n').filter((line) => line.startsWith(`  ${command} `))
  const forms = lines.map((line) => line.trim().split(/ {2,}/)[0])
  return forms.length === 0 ? 'stillhere help lists the commands.' : `Usage: stillhere ${forms.join(' | stillhere ')}`
}
