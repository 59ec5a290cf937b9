// With the harms that are only seen at the end of a file.
import '#platform/backup/backup.test.ts'
