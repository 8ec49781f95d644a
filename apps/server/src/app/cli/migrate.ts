import { MIGRATIONS_FOLDER, migrate, readMigrations } from '../../platform/database/migrate.ts'
import { say, sayCount } from '../../platform/speakers.ts'
import { type Command, readArguments } from './command.ts'
import { openBesideService } from './open-data.ts'

export const migrateCommand: Command = async (args, { settings, print, showProgress }) => {
  readArguments(args, { options: {} })
  const { db, stop } = await openBesideService(settings, print)
  try {
    const { length } = readMigrations(MIGRATIONS_FOLDER)
    const applied = await migrate(db, MIGRATIONS_FOLDER, (name, number) => showProgress(number / length, name))
    for (const name of applied) print(say('applied {name}', { name }))
    print(
      applied.length === 0
        ? say('the database is up to date')
        : sayCount(applied.length, '{count} migration applied', '{count} migrations applied'),
    )
    return 0
  } finally {
    await stop()
  }
}
