// Includes the damages that are only detected at the end of a file.
import '#platform/backup/backup.test.ts'
