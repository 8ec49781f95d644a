export const HELP = `Usage: stillhere COMMAND

  serve                     runs the service until it is stopped
  invite [--count N]        makes invite codes (1 to 1000) and prints them, whether the service runs or not
  doctor                    checks settings, secrets, database, mails and proxy; exit code 1 when something is broken
  migrate                   brings the database up to this version
  backup FILE               writes all data into a new file, also while the service runs
  restore FILE [--replace]  reads a backup into an empty database; --replace removes what is there first

All settings come from the environment: docs/settings.md.`
